import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Candidate } from '../../../lib/base/links/link.ts';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import {
  admit,
  clearNames,
  type HostBody,
  markDueBefore,
  moveIn,
  moveInFor,
  moveOut,
  openBody,
  prepare,
  seal,
  settle,
  take,
  visits,
} from '../../../lib/domain/frontier/body.ts';
import { type BodyLimits, defaultLimits } from '../../../lib/domain/frontier/limits.ts';
import type { MovedVisit } from '../../../lib/domain/frontier/move-pages.ts';
import { host, SegmentStore } from './segment-store.ts';

const options = { host, fingerprintKey: 'a key' };
const now = 1_000_000;
const tiny: BodyLimits = {
  ...defaultLimits,
  ...{ headBytes: 0, keepPending: 0, keepVisits: 0, minSpill: 1, visitChunkEntries: 4, chunkEntries: 4 },
  ...{ raises: 5, smallRunBytes: 200, uncheckedMin: 1 },
};
const named = (page: number): CanonicalUrl => `https://${host}/p${page}` as CanonicalUrl;

async function sealed(body: HostBody, store: SegmentStore, limits: BodyLimits): Promise<HostBody> {
  const turn = body.turn + 1;
  const result = await seal(body, { turn, outbox: () => null, segmentPrefix: `${turn}-x`, read: store.read });
  store.put(result);
  store.delete(result);
  return openBody(result.bytes, { ...options, limits });
}

async function states(body: HostBody, store: SegmentStore): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  for await (const { url, state } of visits(body, store.read)) {
    expect(found, url).not.toHaveProperty([url]);
    found[url] = state === 'visited' ? state : 'pending';
  }
  return found;
}

const crawls = fc.array(fc.record({ found: fc.array(fc.nat(30), { maxLength: 12 }), visits: fc.nat(6) }), {
  minLength: 1,
  maxLength: 5,
});
type Crawl = readonly { readonly found: readonly number[]; readonly visits: number }[];

async function crawled(
  turns: Crawl,
  store: SegmentStore,
  limits: BodyLimits,
): Promise<{ readonly body: HostBody; readonly known: Readonly<Record<string, string>> }> {
  let body = openBody(undefined, { ...options, limits });
  for (const { found, visits: wanted } of turns) {
    admit(
      body,
      found.map((page) => ({ url: named(page), depth: 1, rank: page })),
    );
    await prepare(body, store.read, { now, wanted });
    for (let i = 0; i < wanted; i += 1) {
      const work = take(body, now);
      if (work === undefined) break;
      const times = { at: now, firstSeen: now, changedAt: now };
      settle(body, { url: work.url, depth: work.depth, outcome: 'stored', tries: 0, ...times });
    }
    body = await sealed(body, store, limits);
  }
  await prepare(body, store.read, { now, wanted: 1_000 });
  const known = await states(body, store);
  return { body: await sealed(body, store, limits), known };
}

describe.each([
  ['in the head', defaultLimits],
  ['spilled', tiny],
] as const)('a host whose URLs are of another one now, %s', (_, limits) => {
  it('gives each of them away once, in as many turns as it takes, and then knows nothing', async () => {
    await fc.assert(
      fc.asyncProperty(crawls, fc.integer({ min: 1, max: 8 }), async (turns, room) => {
        const store = new SegmentStore();
        const { known, ...rest } = await crawled(turns, store, limits);
        let { body } = rest;
        const left: Record<string, string> = {};
        for (let isAll = false; !isAll; ) {
          let count = 0;
          const takeAs = (state: string, url: string): boolean => {
            expect(left).not.toHaveProperty([url]);
            left[url] = state;
            count += 1;
            return count < room;
          };
          const to = {
            takeCandidate: ({ url }: Candidate) => takeAs('pending', url),
            takeVisit: ({ visit: { url } }: MovedVisit) => takeAs('visited', url),
          };
          isAll = await moveOut(body, to, store.read);
          expect(count).toBeLessThanOrEqual(room);
          body = await sealed(body, store, limits);
        }
        expect(left).toEqual(known);
        expect(await states(body, store)).toEqual({});
        // What comes back later is new.
        admit(
          body,
          Object.keys(known).map((url) => ({ url: url as CanonicalUrl, depth: 1, rank: 1 })),
        );
        await prepare(body, store.read, { now, wanted: 1_000 });
        expect(Object.keys(await states(body, store)).toSorted()).toEqual(Object.keys(known).toSorted());
      }),
      { numRuns: 100 },
    );
  });

  it('takes visits in, and has each page once: also where it waited, or is put in place of another visit', async () => {
    await fc.assert(
      fc.asyncProperty(crawls, fc.uniqueArray(fc.nat(40), { maxLength: 20 }), async (turns, arriving) => {
        const store = new SegmentStore();
        const { known: before, ...rest } = await crawled(turns, store, limits);
        let { body } = rest;
        const urls = arriving.map(named);
        const known = await clearNames(body, new Set(urls), store.read);
        for (const url of urls) {
          const here = body.visits.get(url) ?? known.get(url);
          expect({ url, isVisited: here !== undefined }).toEqual({
            url,
            isVisited: before[url] === 'visited',
          });
          const times = { at: now, firstSeen: 1, changedAt: 1 };
          const visit = { url, depth: 1, outcome: 'gone' as const, tries: 0, ...times };
          if (here === undefined) moveIn(body, visit, { rank: 1, hops: 0 });
          else await moveInFor(body, here, visit, store.read);
        }
        body = await sealed(body, store, limits);
        body = await sealed(body, store, limits);
        const gone: string[] = [];
        for await (const page of visits(body, store.read))
          if (page.state === 'visited' && page.outcome === 'gone') gone.push(page.url);
        expect(gone.toSorted()).toEqual(urls.toSorted());
        await prepare(body, store.read, { now, wanted: 1_000 });
        const expected = { ...before, ...Object.fromEntries(urls.map((url) => [url, 'visited'])) };
        expect(await states(body, store)).toEqual(expected);
      }),
      { numRuns: 100 },
    );
  });
});

it('keeps due what a mark of all visits made due', async () => {
  const store = new SegmentStore();
  const { body } = await crawled([{ found: [1], visits: 1 }], store, defaultLimits);
  markDueBefore(body, now + 5);
  const moved: MovedVisit[] = [];
  const to = { takeCandidate: () => true, takeVisit: (visit: MovedVisit) => moved.push(visit) > 0 };
  await moveOut(body, to, store.read);
  expect(moved.map(({ visit }) => visit.next)).toEqual([now + 5]);
});
