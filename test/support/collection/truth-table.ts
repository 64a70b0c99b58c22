import { beforeAll, describe, expect, it } from 'vitest';
import { isNewer } from '../../../examples/indexer/change.ts';
import { inlineReader } from '../../../lib/adapters/reading/inline-reader.ts';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { lists } from '../../../lib/capabilities/lists.ts';
import { sanity } from '../../../lib/capabilities/sanity/sanity.ts';
import type { ChangeLine, PageRecord } from '../../../lib/domain/collection/record.ts';
import { timing } from '../../../lib/domain/settings/timing.ts';
import { carryOn, runCommand } from '../../../lib/pipeline/control/run-command.ts';
import { dispatch } from '../../../lib/pipeline/dispatch/dispatch.ts';
import { firstDue } from '../../../lib/pipeline/frontier/due-bands.ts';
import { findPage } from '../../../lib/pipeline/frontier/find-page.ts';
import { harvest } from '../../../lib/pipeline/harvest/harvest.ts';
import { ensureJob, setJobState } from '../../../lib/pipeline/job/open-job.ts';
import { seed } from '../../../lib/pipeline/seeds/seed.ts';
import type { Delivery } from '../../../lib/pipeline/turn/turn.ts';
import type { Job } from '../../../lib/ports/jobs.ts';
import type { Ports } from '../../../lib/ports/ports.ts';
import type { Fetcher } from '../../../lib/ports/web.ts';
import { override } from '../../model/override.ts';
import type { LongCrawlStores } from '../long-crawl/stores.ts';
import { testSettings } from '../settings.ts';

/** What the URLs of a case say: the number of a content each; one that is not there is gone. */
type Says = Readonly<Record<string, number>>;

/**
 * The five cases of Combine's truth table (`DataBase.pm`), and the URL that goes: what is said before the visit of `a`, and
 * after. The others are visited again beside it.
 */
const cases: readonly { readonly what: string; readonly before: Says; readonly after: Says }[] = [
  { what: 'a new URL with new content makes a record', before: {}, after: { a: 1 } },
  { what: 'a new URL with known content joins its record', before: { b: 1 }, after: { a: 1, b: 1 } },
  { what: 'a known URL with the same content stays', before: { a: 1, b: 1 }, after: { a: 1, b: 1 } },
  {
    what: 'a known URL with new content moves, and its old record goes with its last URL',
    ...{ before: { a: 1 }, after: { a: 2 } },
  },
  {
    what: 'a known URL with new content moves, and its old record stays for other URLs',
    ...{ before: { a: 1, b: 1 }, after: { a: 2, b: 1 } },
  },
  {
    what: 'a known URL with known content moves there, and its old record goes with its last URL',
    ...{ before: { a: 1, b: 2 }, after: { a: 2, b: 2 } },
  },
  {
    what: 'a known URL with known content moves there, and its old record stays for other URLs',
    ...{ before: { a: 1, b: 1, c: 2 }, after: { a: 2, b: 1, c: 2 } },
  },
  { what: 'a URL that is gone leaves its record, which goes with it', before: { a: 1 }, after: {} },
  { what: 'two new URLs with the same new content make one record', before: {}, after: { a: 1, b: 1 } },
  {
    what: 'two URLs that change places keep both records',
    ...{ before: { a: 1, b: 2 }, after: { a: 2, b: 1 } },
  },
];

/** How the tickets of the visits reach their workers. */
const ways = {
  once: async (deliveries, work) => await work(deliveries),
  'delivered twice at once, and again later': async (deliveries, work) => {
    await Promise.all([work(deliveries), work(deliveries)]);
    await work(deliveries);
  },
  'each to a worker of its own, all at the same time': async (deliveries, work) => {
    await Promise.all(deliveries.map((delivery) => work([delivery])));
  },
} satisfies Record<
  string,
  (deliveries: readonly Delivery[], work: (some: readonly Delivery[]) => Promise<unknown>) => Promise<unknown>
>;

export type Way = keyof typeof ways;

const job = 'truth';
const dayMs = 86_400_000;
const clockwork = timing(60_000);
const requestMs = 100;

function urlOf(at: number, path: string): CanonicalUrl {
  return `https://${path}${at}.example/` as CanonicalUrl;
}

function titleOf(at: number, content: number): string {
  return `case ${at} says ${content}`;
}

/** The cases of Combine's truth table through the pipeline, on the stores of a runtime: each a few hosts of one crawl. */
export function truthTable(
  open: () => Promise<LongCrawlStores>,
  names = Object.keys(ways) as readonly Way[],
): void {
  describe.each(names.map((name) => [name, ways[name]] as const))('of tickets %s', (_, way) => {
    const web = new Map<string, string>();
    let on: LongCrawlStores;
    let ports: Ports;
    let current: Job;
    const at = { first: 0, second: 0, end: 0 };

    function say(which: 'before' | 'after'): void {
      web.clear();
      for (const [index, one] of cases.entries())
        for (const [path, content] of Object.entries(one[which]))
          web.set(urlOf(index, path), titleOf(index, content));
    }

    beforeAll(async () => {
      on = await open();
      ports = { ...on.stores, fetcher: fetcherOf(web, on), reader: inlineReader() };
      await ensureJob(ports, testSettings(job));
      current = await setJobState(ports, job, 'open', '');
      const known = cases.flatMap(({ before }, index) =>
        Object.keys(before).map((path) => urlOf(index, path)),
      );
      say('before');
      at.first = on.clock.now();
      await seed(ports, current, known);
      await crawl(on, ports, ways.once);
      await on.clock.advance(dayMs);
      say('after');
      at.second = on.clock.now();
      await seed(ports, current, [...web.keys()]);
      const head = { requestId: 'again', by: 'a test', reason: '', dryRun: false };
      const answer = await runCommand(ports, { ...head, command: 'reharvest', job, scope: {} });
      await carryOn(ports, answer, Number.POSITIVE_INFINITY);
      await crawl(on, ports, way);
      at.end = on.clock.now();
      return () => on.close();
    }, 120_000);

    async function records(index: number): Promise<Says> {
      const found: [string, number][] = [];
      for (const { md5, title } of (await ports.records.records(job, 1_000)).records) {
        if (!title.startsWith(`case ${index} `)) continue;
        for (const url of await ports.records.urls(job, md5, 10))
          found.push([new URL(url).host[0] as string, Number(title.at(-1))]);
      }
      return Object.fromEntries(found);
    }

    it.each(cases.map(({ what }, index) => [what, index] as const))('%s', async (_what, index) => {
      const { before, after } = cases[index] as (typeof cases)[number];
      expect(await records(index)).toEqual(after);
      for (const [path, content] of Object.entries(after)) {
        const page = await findPage(ports, current, urlOf(index, path));
        if (page?.state !== 'visited') throw new Error('it was visited');
        const { firstSeen, changedAt, at: checkedAt, revisions = 0 } = page;
        // First seen, last checked, last changed, and how often it has changed.
        expect(checkedAt).toBeGreaterThan(at.second);
        expect(firstSeen < at.second).toBe(path in before);
        expect(changedAt < at.second).toBe(before[path] === content);
        expect(revisions).toBe(path in before && before[path] !== content ? 1 : 0);
      }
    });

    it('tells whoever follows the changes what is there, since when, and what is not', async () => {
      const { told, index } = await followed(ports);
      const gone = told.filter(({ change }) => change === 'deleted');
      for (const [number, { before, after }] of cases.entries()) {
        for (const content of new Set([...Object.values(before), ...Object.values(after)])) {
          const record = index.find(({ title }) => title === titleOf(number, content));
          const paths = Object.keys(after).filter((path) => after[path] === content);
          expect(record?.urls.toSorted() ?? []).toEqual(paths.map((path) => urlOf(number, path)));
          // Of two that change places one may have gone before the other came.
          const stayed =
            Object.values(before).includes(content) && !gone.some(({ md5 }) => md5 === record?.md5);
          if (record !== undefined) expect(record.firstSeen < at.second).toBe(stayed);
        }
      }
      const causes = gone.map(({ url, cause }) => [url, cause]).filter(([url]) => !url?.includes('9'));
      expect(causes.sort()).toEqual([
        [urlOf(3, 'a'), 'stored'],
        [urlOf(5, 'a'), 'duplicate'],
        [urlOf(7, 'a'), 'gone'],
      ]);
    });

    it('leaves nothing wrong', async () => {
      const found: string[] = [];
      for await (const { code, subject } of sanity(ports, current, { documents: true }))
        found.push(`${code} ${subject}`);
      expect(found).toEqual([]);
    });
  });
}

/** All changes, and what an index has that goes by their revisions. */
async function followed({
  changes,
}: Ports): Promise<{ readonly told: readonly ChangeLine[]; readonly index: readonly PageRecord[] }> {
  const told: ChangeLine[] = [];
  for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
    const page = await changes.list(job, {}, 100, cursor);
    cursor = page.cursor;
    for (const { name } of page.objects)
      for (const line of (await changes.read(job, name)) ?? []) told.push(JSON.parse(line) as ChangeLine);
  }
  const newest = new Map<string, ChangeLine>();
  for (const line of told) if (isNewer(line, newest.get(line.md5))) newest.set(line.md5, line);
  return {
    told,
    index: [...newest.values()].flatMap(({ record }) => (record === undefined ? [] : [record])),
  };
}

function fetcherOf(web: ReadonlyMap<string, string>, { clock }: LongCrawlStores): Fetcher {
  return {
    async fetch({ url }) {
      await clock.sleep(requestMs);
      const title = web.get(url);
      const body = new Uint8Array(
        Buffer.from(title === undefined ? 'none' : `<title>${title}</title><p>${title}</p>`),
      );
      return {
        kind: 'response',
        status: title === undefined ? 404 : 200,
        headers: { 'content-type': 'text/html; charset=utf-8' },
        ...{ body, truncated: false, wireBytes: body.length, elapsedMs: requestMs },
      };
    },
    ready: async () => undefined,
    ahead: () => undefined,
    addressOf: async () => undefined,
  };
}

/** Turns until nothing is due within an hour. Each piece of work is a process of its own: they share nothing but the stores. */
async function crawl(
  on: LongCrawlStores,
  ports: Ports,
  way: (typeof ways)[keyof typeof ways],
): Promise<void> {
  const { clock } = on;
  const work = async (deliveries: readonly Delivery[]): Promise<void> => {
    const own = { ...ports, records: override(ports.records, {}) };
    const { failed } = await harvest(own, deliveries, {
      timing: clockwork,
      endBy: clock.monotonic() + clockwork.functionMs,
      lists,
    });
    for (const { error } of failed) throw error;
  };
  for (;;) {
    await passing(on, dispatch(ports, { timing: clockwork, maxOutstanding: 50 }));
    const deliveries = await on.receive();
    await passing(on, way(deliveries, work));
    for (const delivery of deliveries) await on.done(delivery);
    if (deliveries.length > 0) continue;
    const next = await firstDue(ports.due, job, clock.now() + 3_600_000);
    if (next === undefined) return;
    await clock.advance(Math.max(1_000, next.at - clock.now()));
  }
}

/** Waits for something that waits for the held clock. */
async function passing<T>({ clock, quiet }: LongCrawlStores, running: Promise<T>): Promise<T> {
  let ended = false;
  const done = running.finally(() => {
    ended = true;
  });
  done.catch(() => undefined);
  while (!ended) {
    await quiet();
    if (!ended) await clock.advance(clock.nextWake ?? 0);
  }
  return await done;
}
