import { hash } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { openBody } from '../../../lib/domain/frontier/body.ts';
import { runCommand } from '../../../lib/pipeline/control/run-command.ts';
import { goOnWithTasks } from '../../../lib/pipeline/control/tasks.ts';
import { deliver } from '../../../lib/pipeline/frontier/deliver.ts';
import { controlCommandOf } from '../../support/control-command.ts';
import { termTopic } from '../../support/topic/topic.ts';
import { type Answer, jobName, key, page, type SmallCrawl, smallCrawl, type Web } from '../small-crawl.ts';

const hourMs = 3_600_000;
const home = 'https://a.example/';
const other = 'https://b.example/';
const count = 120;
const topic = termTopic('40: owl=B.OWL\n40: hawk=B.HAWK\n');

/** A page of a host that has so many of them that most are spilled: one in four about hawks, one in ten gone by now. */
const urlOf = (at: number): string => `${home}${at % 2 === 0 ? 'x' : 'y'}/${at}`;
const isHawk = (at: number): boolean => at % 4 === 0;
const isGone = (at: number): boolean => at % 10 === 3;
/** What is kept of such pages soon is too much for the head of a body. */
const versioned = (at: number, answer: Answer): Answer => ({
  ...answer,
  headers: { etag: `"${hash('sha256', String(at))}"` },
});
const numbers = Array.from({ length: count }, (_, at) => at);

let crawl: SmallCrawl;
afterEach(() => crawl.close());

let asked = 0;
async function control(request: Record<string, unknown>) {
  const ofInstallation = String(request.command).endsWith('block');
  const given = { command: 'reharvest', ...(ofInstallation ? {} : { job: jobName }), ...request };
  return await runCommand(crawl.ports, controlCommandOf(given, { requestId: `s-${++asked}`, by: 'ann' }));
}

/** What is fetched, once hosts were told. */
async function fetched(): Promise<readonly string[]> {
  crawl.requests.length = 0;
  await goOnWithTasks(crawl.ports, await crawl.job(), Number.POSITIVE_INFINITY);
  await crawl.run();
  return crawl.requests.flatMap(({ url }) => (url.endsWith('robots.txt') ? [] : [url])).toSorted();
}

async function crawled(web: Web): Promise<void> {
  crawl = await smallCrawl(web, { seeds: [home, other], settings: { topic } });
  await crawl.run();
  await crawl.stores.clock.advance(hourMs);
}

const small: Web = {
  [home]: page('an owl', '/x/1', '/x/2'),
  [`${home}x/1`]: { ...page('owl one'), headers: { 'last-modified': 'Sat, 21 Nov 2026 00:00:00 GMT' } },
  [`${home}x/2`]: page('owl two'),
  [other]: page('another owl'),
};

const web: Web = {
  [home]: page('an owl', ...numbers.map(urlOf)),
  ...Object.fromEntries(
    numbers.flatMap((at) =>
      isGone(at)
        ? []
        : [[urlOf(at), versioned(at, page(`${isHawk(at) ? 'a hawk' : 'an owl'}, number ${at}`))]],
    ),
  ),
  [other]: page('an owl elsewhere'),
};

describe('a reharvest of a host that has spilled most of its pages', () => {
  const those = (isMeant: (at: number) => boolean): readonly string[] => numbers.filter(isMeant).map(urlOf);

  test('reaches all that are meant, each once, whatever the scope, and no other', async () => {
    await crawled(web);
    const { fingerprintKey } = await crawl.job();
    const stored = await crawl.ports.hosts.body(key('a.example'));
    const { visitRuns } = openBody(stored?.bytes, { fingerprintKey, host: key('a.example').host });
    expect(visitRuns.reduce((sum, run) => sum + run.count, 0)).toBeGreaterThan(count / 2);
    const scopes: readonly (readonly [Record<string, unknown>, readonly string[]])[] = [
      [{ class: 'B.HAWK' }, those((at) => isHawk(at) && !isGone(at))],
      [{ status: 'gone' }, those(isGone)],
      [{ prefix: `${home}y/`, status: 'gone' }, those((at) => isGone(at) && at % 2 === 1)],
      [
        { prefix: `${home}x/`, class: 'B.OWL', olderThanDays: 0.01 },
        those((at) => at % 2 === 0 && !isHawk(at) && !isGone(at)),
      ],
      [{ host: 'a.example', class: 'B.HAWK', prefix: `${home}y/` }, []],
      [{ host: 'b.example' }, [other]],
      [{}, [home, other, ...those(() => true)]],
    ];
    for (const [scope, urls] of scopes) {
      await crawl.stores.clock.advance(hourMs);
      await control({ scope });
      expect({ scope, urls: await fetched() }).toEqual({ scope, urls: urls.toSorted() });
      expect(await fetched()).toEqual([]);
    }
  });

  test('says before what it can touch at most, which is what it touches where all pages are meant', async () => {
    await crawled(web);
    const { jobs } = await control({ scope: { host: 'a.example' }, dryRun: true });
    expect(jobs).toMatchObject([{ hosts: 1, visited: count + 1 }]);
    const { jobs: narrow } = await control({ scope: { prefix: `${home}x/` }, dryRun: true });
    expect(narrow).toMatchObject([
      { hosts: 1, visited: count + 1, note: expect.stringContaining('at most') },
    ]);
    await control({ scope: { host: 'a.example' } });
    expect(await fetched()).toHaveLength(count + 1);
  });
});

describe('a reharvest', () => {
  test('of some pages of a host that has spilled most of them visits so many, also of those with one outcome', async () => {
    await crawled(web);
    for (const [scope, maxPages] of [
      [{}, 90],
      [{ host: 'a.example', status: 'gone' }, 4],
      [{ prefix: `${home}x/` }, 50],
    ] as const) {
      await crawl.stores.clock.advance(hourMs);
      await control({ scope, maxPages });
      expect(new Set(await fetched()).size).toBe(maxPages);
      expect(await fetched()).toEqual([]);
    }
  });

  test('of a job that is paused is done when it goes on', async () => {
    await crawled(small);
    await control({ command: 'pause' });
    await control({ scope: { prefix: home } });
    crawl.requests.length = 0;
    for (let tick = 0; tick < 3; tick += 1) await crawl.tick();
    expect(crawl.requests).toEqual([]);
    await control({ command: 'continue' });
    expect(await fetched()).toHaveLength(3);
  });

  test('of a host that is on hold is done when that goes on, and does not keep others', async () => {
    await crawled(small);
    await control({ command: 'pause', scope: { host: 'a.example' } });
    await control({ scope: {} });
    expect(await fetched()).toEqual([other]);
    await control({ command: 'continue', scope: { host: 'a.example' } });
    expect(await fetched()).toHaveLength(3);
  });

  test('of a host that is blocked fetches nothing, and brings nothing back that was purged', async () => {
    await crawled(small);
    await control({ command: 'block', scope: { host: 'a.example' }, purge: true });
    expect(await fetched()).toEqual([]);
    await control({ scope: {} });
    expect(await fetched()).toEqual([other]);
    expect((await crawl.ports.records.records(jobName, 10)).records).toHaveLength(1);
    await control({ command: 'unblock', scope: { host: 'a.example' } });
    await crawl.stores.clock.advance(hourMs);
    await control({ scope: {} });
    expect(await fetched()).toHaveLength(4);
    expect((await crawl.ports.records.records(jobName, 10)).records).toHaveLength(4);
  });

  test.each([{}, { prefix: `${home}x/` }])(
    'does not ask once more for what was fetched since it was sent, and for all else (%j)',
    async (scope) => {
      await crawled(small);
      const { ports, requests } = crawl;
      requests.length = 0;
      await control({ scope: { ...scope, host: 'a.example' } });
      await crawl.stores.clock.advance(1_000);
      const wanted = `${home}x/1` as CanonicalUrl;
      const { host } = key('a.example');
      await deliver(
        ports,
        { job: jobName, host },
        { id: 'fetch-1', message: { candidates: [], visit: wanted } },
      );
      await ports.due.put(jobName, { at: ports.clock.now(), host, wake: true });
      await crawl.run();
      const before = requests.map(({ url }) => url);
      expect(before).toContain(wanted);
      const urls = [...before, ...(await fetched())];
      const all = [wanted, `${home}x/2`, ...('prefix' in scope ? [] : [home])];
      expect(urls.toSorted()).toEqual(all.toSorted());
    },
  );

  test('asks by the date where a server names no version', async () => {
    await crawled(small);
    await control({ scope: { prefix: `${home}x/1` } });
    expect(await fetched()).toEqual([`${home}x/1`]);
    expect(crawl.requests[0]?.headers).toMatchObject({
      'if-modified-since': 'Sat, 21 Nov 2026 00:00:00 GMT',
    });
  });
});
