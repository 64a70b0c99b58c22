import { afterEach, describe, expect, it } from 'vitest';
import { scanBundle } from '../../../lib/archive/bundles.ts';
import { readMember } from '../../../lib/archive/formats.ts';
import { decodeRecord } from '../../../lib/archive/warc/warc-record.ts';
import { erase } from '../../../lib/capabilities/erase/erase.ts';
import { sanity } from '../../../lib/capabilities/sanity/sanity.ts';
import { runCommand } from '../../../lib/pipeline/control/run-command.ts';
import { goOnWithTasks } from '../../../lib/pipeline/control/tasks.ts';
import {
  jobName,
  page,
  reharvest,
  type SmallCrawl,
  smallCrawl,
  type Web,
} from '../../pipeline/small-crawl.ts';
import { controlCommandOf } from '../../support/control-command.ts';
import { type Exported, exported, placeOf } from '../../support/export/exported.ts';
import { unzipped } from '../../support/export/zip.ts';

const site = 'http://a.example';
const web: Web = {
  [`${site}/robots.txt`]: {
    headers: { 'content-type': 'text/plain' },
    body: 'User-agent: *\nDisallow: /no\n',
  },
  [`${site}/`]: page('wren', `${site}/old`, `${site}/gone`, `${site}/shy`, `${site}/long`),
  [`${site}/old`]: { status: 301, headers: { location: '/new', 'set-cookie': 'secret=1', 'x-why': 'moved' } },
  [`${site}/new`]: page('crane'),
  [`${site}/gone`]: { status: 410, body: 'it was here' },
  [`${site}/shy`]: { status: 404, headers: { 'x-robots-tag': 'noarchive' }, body: 'not to be kept' },
  [`${site}/long`]: { status: 404, body: 'x'.repeat(100_000) },
};

let crawl: SmallCrawl;
afterEach(() => crawl.close());

async function crawled(keep: boolean | 'all' = 'all'): Promise<void> {
  const settings = { documents: { keep, compression: 'gzip' as const } };
  crawl = await smallCrawl({ ...web }, { seeds: [`${site}/`], settings });
  await crawl.run(60_000);
}

interface Answer {
  readonly url: string;
  readonly status: number;
  readonly fields: Readonly<Record<string, string>>;
  readonly text: string;
}

/** What a WARC file says was answered. */
function answersIn(bytes: Uint8Array): readonly Answer[] {
  const answers: Answer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const { content, length } = readMember(bytes, at, 10_000_000);
    const { fields, block } = decodeRecord(content);
    const text = Buffer.from(block).toString();
    const url = fields['WARC-Target-URI'];
    if (fields['WARC-Type'] === 'response' && url !== undefined)
      answers.push({ url, status: Number(text.split(' ')[1]), fields, text });
    at += length;
  }
  return answers;
}

async function archived(asked: Readonly<Record<string, unknown>> = {}): Promise<readonly Answer[]> {
  const { files } = await exported(placeOf(crawl), { job: jobName, to: 'warc', ...asked });
  return answersIn([...files.values()][0] as Uint8Array);
}

const statuses = (answers: readonly Answer[]) =>
  answers.map(({ url, status }) => `${status} ${url.slice(site.length)}`).sort();
const pages = ['200 /', '200 /new'];
const all = ['200 /', '200 /new', '200 /robots.txt', '301 /old', '404 /long', '410 /gone'];

describe('answers that are no pages', () => {
  it('are in an archive of a job that keeps all, with their headers, and without secrets', async () => {
    await crawled();
    const answers = await archived();
    expect(statuses(answers)).toEqual(all);
    const of = (path: string) => answers.find(({ url }) => url === site + path) as Answer;
    expect(of('/old').text).toMatch(/\r\nlocation: \/new\r\n/);
    expect(of('/old').text).toMatch(/\r\nx-why: moved\r\n/);
    expect(of('/old').text).not.toContain('secret');
    expect(of('/gone').text).toMatch(/\r\n\r\nit was here$/);
    expect(of('/robots.txt').text).toContain('Disallow: /no');
    expect(of('/robots.txt').fields['WARC-Identified-Payload-Type']).toBe('text/plain');
  });

  it('are cut at 64 KB, and say so', async () => {
    await crawled();
    const long = (await archived()).find(({ url }) => url.endsWith('/long')) as Answer;
    expect(long.fields['WARC-Truncated']).toBe('length');
    expect(long.text.split('\r\n\r\n')[1]).toHaveLength(65_536);
  });

  it('are kept by no other job, and leave its archive as it was', async () => {
    await crawled(true);
    expect(statuses(await archived())).toEqual(pages);
  });

  it('are in the index of a WACZ, and no pages in its list', async () => {
    await crawled();
    const { files, made } = await exported(placeOf(crawl), { job: jobName, to: 'wacz' });
    expect(made?.records).toBe(2);
    const zip = unzipped([...files.values()][0] as Uint8Array);
    expect(zip.get('indexes/index.cdx')?.toString()).toMatch(
      /"url":"http:\/\/a.example\/old",[^\n]*"status":"301"/,
    );
    expect(zip.get('pages/pages.jsonl')?.toString()).not.toContain('/old');
  });

  it('are handed out once by an export that is cut off and carried on behind its records', async () => {
    await crawled();
    const asked = { job: jobName, to: 'warc' };
    const bytesOf = ({ files }: Exported) => [...files.values()].flatMap(answersIn);
    const whole = await exported(placeOf(crawl), asked);
    let [most, marks, besides] = [0, 0, 0];
    while (marks < whole.marks.length) {
      most += 1;
      const first = await exported(placeOf(crawl), asked, { most });
      if (first.marks.length === marks) continue;
      marks = first.marks.length;
      const last = await exported(placeOf(crawl), asked, { resume: first.marks.at(-1) } as never);
      expect(statuses([...bytesOf(first), ...bytesOf(last)])).toEqual(all);
      if (bytesOf(last).length === 0) besides += 1;
    }
    expect(besides).toBe(1);
  });

  it('are left out where only some pages are wanted', async () => {
    await crawled();
    expect(statuses(await archived({ path: ['/'] }))).toEqual(pages);
    expect(statuses(await archived({ number: 5 }))).toEqual(pages);
  });

  it('are kept once while their URLs answer alike, and again when these answer otherwise', async () => {
    await crawled();
    await crawl.stores.clock.advance(60_000);
    await reharvest(crawl);
    await crawl.run(60_000);
    expect(statuses(await archived())).toEqual(all);
    crawl.web[`${site}/old`] = { status: 302, headers: { location: '/' } };
    await crawl.stores.clock.advance(60_000);
    await reharvest(crawl);
    await crawl.run(60_000);
    expect(statuses(await archived())).toEqual([...all, '302 /old'].sort());
  });

  it('are no fault to a sanity check, have an index entry after a kill, and go when their host is erased', async () => {
    await crawled();
    for await (const finding of sanity(crawl.ports, await crawl.job(), { documents: true }))
      expect(finding).toBeUndefined();
    const [bundle] = (await crawl.ports.documents.bundles(jobName, 10)).bundles;
    const { key, bytes } = bundle as { key: string; bytes: number };
    const stored = (await crawl.ports.documents.read(`${key}#0+${bytes}`)) as Uint8Array;
    const { entries } = scanBundle((at, length) => stored.subarray(at, at + length), stored.length);
    expect(entries).toEqual(await crawl.ports.documents.entries(key));
    expect(entries.filter(({ beside }) => beside)).toHaveLength(4);

    const control = (request: Record<string, unknown>) =>
      runCommand(
        crawl.ports,
        controlCommandOf(
          { reason: 'asked', by: 'ann', ...request },
          { requestId: crawl.ports.entropy.id(), by: '' },
        ),
      );
    await control({ command: 'block', scope: { host: 'a.example' }, purge: true });
    expect(statuses(await archived())).toEqual(pages);
    await goOnWithTasks(crawl.ports, await crawl.job(), Number.POSITIVE_INFINITY);
    await crawl.run(60_000);
    await control({ command: 'stop', job: jobName });
    const ports = { ...crawl.ports, eraser: crawl.stores.eraser };
    await erase(ports, await crawl.job(), 'a.example', { dryRun: false, isAlone: false });
    expect(await crawl.ports.documents.entries(key)).toEqual([]);
  });
});
