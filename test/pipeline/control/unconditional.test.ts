import { afterEach, describe, expect, test } from 'vitest';
import type { CanonicalUrl, HostName } from '../../../lib/base/url/url.ts';
import { sanity } from '../../../lib/capabilities/sanity/sanity.ts';
import { runCommand } from '../../../lib/pipeline/control/run-command.ts';
import { goOnWithTasks } from '../../../lib/pipeline/control/tasks.ts';
import { deliver } from '../../../lib/pipeline/frontier/deliver.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import type { RecordEntry } from '../../../lib/ports/records.ts';
import { controlCommandOf } from '../../support/control-command.ts';
import { documentBody } from '../../support/put-document.ts';
import { type Answer, jobName, page, type SmallCrawl, smallCrawl, type Web } from '../small-crawl.ts';

let crawl: SmallCrawl;
/** What the turns see, too. */
let ports: Ports;
afterEach(() => crawl.close());

const url = 'https://a.example/';
const host = 'a.example' as HostName;
/** Documents that the store has lost, and what it has instead of others. */
const lost = new Set<string>();
const damaged = new Map<string, Uint8Array>();

/** A store that loses documents. */
function forgetful(whole: Ports): Ports {
  const { documents } = whole;
  return {
    ...whole,
    documents: {
      encode: (document) => documents.encode(document),
      put: (...asked) => documents.put(...asked),
      bundles: (...asked) => documents.bundles(...asked),
      entries: (bundle, isWanted) => documents.entries(bundle, isWanted),
      read: async (name) =>
        lost.has(name) ? undefined : (damaged.get(name) ?? (await documents.read(name))),
    },
  };
}

/** Answers 304 to whoever has this version. */
const versioned = (answer: Answer): Web[string] => {
  const etag = '"1"';
  return ({ headers }) =>
    headers?.['if-none-match'] === etag
      ? { status: 304, headers: { etag } }
      : { ...answer, headers: { ...answer.headers, etag } };
};

async function crawled(web: Web, seeds: readonly string[] = [url]): Promise<void> {
  lost.clear();
  damaged.clear();
  crawl = await smallCrawl(web, { seeds, through: forgetful });
  ports = forgetful(crawl.ports);
  await crawl.run();
  await crawl.stores.clock.advance(3_600_000);
}

let requests = 0;
async function reharvest(more: Record<string, unknown> = {}): Promise<void> {
  const given = { command: 'reharvest', job: jobName, ...more };
  await runCommand(ports, controlCommandOf(given, { requestId: `u-${++requests}`, by: 'ann' }));
  await goOnWithTasks(ports, await crawl.job(), Number.POSITIVE_INFINITY);
  await crawl.run();
}

async function records(): Promise<readonly RecordEntry[]> {
  return (await ports.records.records(jobName, 1_000)).records;
}

async function lose(): Promise<void> {
  for (const { document } of await records()) lost.add(document ?? '');
}

async function documents(): Promise<readonly (string | undefined)[]> {
  return await Promise.all(
    (await records()).map(async ({ document = '' }) => {
      const body = await documentBody(ports.documents, document);
      return body && Buffer.from(body).toString();
    }),
  );
}

async function flaws(options: { repair?: boolean } = {}): Promise<readonly string[]> {
  const codes: string[] = [];
  for await (const finding of sanity(ports, await crawl.job(), { documents: true, ...options }))
    codes.push(`${finding.code} ${finding.repair}`);
  return codes;
}

const twoHosts: Web = {
  [url]: versioned(page('a', '/1', 'https://b.example/')),
  'https://a.example/1': versioned(page('a one')),
  'https://b.example/': versioned(page('b')),
};

describe('a raw document that is lost', () => {
  test('is not brought back by a reharvest that asks whether pages have changed', async () => {
    await crawled(twoHosts);
    await lose();
    await reharvest();
    expect(await documents()).toEqual([undefined, undefined, undefined]);
  });

  test('is brought back by one without validators, of pages that did not change, under another name; the records stay', async () => {
    await crawled(twoHosts);
    const before = await records();
    await lose();
    await reharvest({ unconditional: true });
    expect((await documents()).every((text) => text?.includes('<title>'))).toBe(true);
    const after = await records();
    expect(after.map(({ md5, revision, members }) => ({ md5, revision, members }))).toEqual(
      before.map(({ md5, revision, members }) => ({ md5, revision, members })),
    );
    for (const { md5, document } of after)
      expect((await crawl.changes()).findLast((line) => line.md5 === md5)).toMatchObject({ document });
    expect(await crawl.outcome(url)).toBe('unchanged');
    expect(await flaws()).toEqual([]);
  });

  test('is brought back under another name when the bytes are others and the text is the same', async () => {
    let visits = 0;
    await crawled({
      [url]: () => {
        const { body = '', ...answer } = page('a');
        visits += 1;
        return { ...answer, body: `${body}<!-- ${visits} -->` };
      },
    });
    const [before] = await records();
    await lose();
    await reharvest({ unconditional: true });
    const [after] = await records();
    expect(after?.document).not.toBe(before?.document);
    expect(after).toMatchObject({ md5: before?.md5, firstUrl: url, revision: before?.revision });
    expect(await documents()).toEqual([expect.stringContaining('<!-- 2 -->')]);
    expect((await crawl.changes()).at(-1)).toMatchObject({ change: 'updated', document: after?.document });
    expect(await flaws()).toEqual([]);

    // It is there now: other bytes are no news.
    const told = (await crawl.changes()).length;
    await crawl.stores.clock.advance(3_600_000);
    await reharvest({ unconditional: true });
    expect(visits).toBe(3);
    expect(await records()).toEqual([after]);
    expect(await crawl.changes()).toHaveLength(told);
  });

  test('is brought back by the URL that made its record, and not by another that has the same content', async () => {
    const same = page('the same');
    const web: Web = { [url]: versioned(same), 'https://b.example/': versioned(same) };
    await crawled(web, [url, 'https://b.example/']);
    await lose();
    const urls = await ports.records.urls(jobName, (await records())[0]?.md5 ?? '', 2);
    const [first = '', second = ''] = urls.map((one) => new URL(one).hostname);
    await reharvest({ scope: { host: second }, unconditional: true });
    expect(await documents()).toEqual([undefined]);
    await reharvest({ scope: { host: first }, unconditional: true });
    expect(await documents()).toEqual([same.body]);
  });

  test('is brought back when one page is fetched by hand', async () => {
    await crawled(twoHosts);
    await lose();
    await deliver(
      ports,
      { job: jobName, host },
      { id: 'fetch-1', message: { candidates: [], visit: url as CanonicalUrl } },
    );
    await crawl.run();
    expect((await documents()).filter((text) => text !== undefined)).toHaveLength(1);
  });

  test('is brought back although the first tries fail', async () => {
    let down = 0;
    const up = versioned(page('a'));
    await crawled({
      [url]: (request) => {
        if (down === 0) return typeof up === 'function' ? up(request) : (up as Answer);
        down -= 1;
        return { status: 503 };
      },
    });
    await lose();
    down = 2;
    await reharvest({ unconditional: true });
    expect(await documents()).toEqual([undefined]);
    await crawl.run(10 * 86_400_000);
    expect(await documents()).toEqual([expect.stringContaining('<title>')]);
  });

  test('or damaged, is brought back by what sanity asks for', async () => {
    await crawled(twoHosts);
    const [first, ...others] = await records();
    damaged.set(first?.document ?? '', Buffer.from('another page'));
    for (const { document } of others) lost.add(document ?? '');
    expect(await flaws()).toEqual([first, ...others].map(() => 'document-missing possible'));
    expect(await flaws({ repair: true })).toEqual(expect.arrayContaining(['document-missing done']));
    await crawl.run();
    expect(await flaws()).toEqual([]);
  });

  test('among very many of a host, is asked for together with all its pages', async () => {
    const paths = Array.from({ length: 60 }, (_, i) => `https://a.example/${i}`);
    const pages = paths.map((path) => [path, versioned(page(`page ${path}`))] as const);
    await crawled(Object.fromEntries(pages), paths);
    await lose();
    await flaws({ repair: true });
    const inbox = await ports.hosts.inbox({ job: jobName, host }, 1_000);
    expect(inbox).toHaveLength(21);
    await crawl.run();
    expect(await flaws()).toEqual([]);
  });
});
