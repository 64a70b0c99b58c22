import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  admit,
  type HostBody,
  markVisits,
  nextDue,
  openBody,
  prepare,
  seal,
  settle,
  take,
  takeVisits,
  visits,
  visitsOf,
} from '../../../lib/domain/frontier/body.ts';
import { type BodyLimits, defaultLimits } from '../../../lib/domain/frontier/limits.ts';
import { host, SegmentStore, urlOf } from './segment-store.ts';

const options = { host, fingerprintKey: 'a key' };
const checked = 1_000_000;

/** Everything leaves the head at every seal; a few copies may be marked as stale before runs are written anew. */
const tiny: BodyLimits = {
  ...defaultLimits,
  headBytes: 0,
  keepPending: 0,
  keepVisits: 0,
  minSpill: 1,
  visitChunkEntries: 4,
  raises: 5,
  smallRunBytes: 200,
};

function visitedHost(pages: number, limits: BodyLimits): HostBody {
  const body = openBody(undefined, { ...options, limits });
  admit(
    body,
    Array.from({ length: pages }, (_, i) => ({ url: urlOf(i), depth: 1, rank: 1 })),
  );
  for (let work = take(body, checked); work; work = take(body, checked)) {
    const { url, depth } = work;
    const times = { at: checked, firstSeen: checked, changedAt: checked };
    settle(body, { url, depth, outcome: 'stored', tries: 0, ...times });
  }
  return body;
}

async function sealed(body: HostBody, store: SegmentStore, limits: BodyLimits): Promise<HostBody> {
  const turn = body.turn + 1;
  const result = await seal(body, { turn, outbox: () => null, segmentPrefix: `${turn}-x`, read: store.read });
  store.put(result);
  store.delete(result);
  return openBody(result.bytes, { ...options, limits });
}

async function details(body: HostBody, store: SegmentStore): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for await (const page of visits(body, store.read)) {
    expect(found, page.url).not.toHaveProperty([page.url]);
    found[page.url] = page.state === 'visited' ? (page.detail ?? '') : page.state;
  }
  return found;
}

describe.each([
  ['in the head', defaultLimits],
  ['spilled', tiny],
] as const)('visits that are taken up again without a fetch, %s', (_, limits) => {
  it('are found by their URLs, and only those that there are', async () => {
    const store = new SegmentStore();
    const body = await sealed(visitedHost(30, limits), store, limits);
    const found = await visitsOf(body, [urlOf(3), urlOf(29), urlOf('never')], store.read);
    expect([...found.keys()].sort()).toEqual([urlOf(29), urlOf(3)].sort());
    expect((await visitsOf(body, [], store.read)).size).toBe(0);
  });

  it('are there once, as they were settled last, however often they are taken up', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uniqueArray(fc.nat(29), { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 6 }),
        async (rounds) => {
          const store = new SegmentStore();
          let body = await sealed(visitedHost(30, limits), store, limits);
          const expected = await details(body, store);
          for (const [round, pages] of rounds.entries()) {
            const entries = [...(await visitsOf(body, pages.map(urlOf), store.read)).values()];
            expect(entries).toHaveLength(pages.length);
            for (const work of await takeVisits(body, entries, store.read)) {
              const { visit } = work;
              settle(body, { ...visit, at: visit.at + 1, detail: `judged ${round}` });
              expected[work.url] = `judged ${round}`;
            }
            await prepare(body, store.read, { now: checked, wanted: 3 });
            body = await sealed(body, store, limits);
            expect(await details(body, store)).toEqual(expected);
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  it('become due by a mark, each that is meant and no other, in as many turns as that takes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat(29), { minLength: 1, maxLength: 30 }), async (pages) => {
        const store = new SegmentStore();
        let body = await sealed(visitedHost(30, limits), store, limits);
        const meant = new Set(pages.map(urlOf));
        const now = checked + 10;
        let isAll = false;
        for (let turns = 0; !isAll; turns += 1) {
          ({ isAll } = await markVisits(
            body,
            { isMeant: ({ url, at }) => at < now && meant.has(url) },
            now,
            store.read,
          ));
          expect(turns).toBeLessThan(10);
          body = await sealed(body, store, limits);
        }
        const due = new Set<string>();
        for await (const page of visits(body, store.read)) {
          if (page.state === 'visited' && page.next !== undefined && page.next <= now) due.add(page.url);
        }
        expect(due).toEqual(meant);
        expect(nextDue(body, now)).toBe(now);
      }),
      { numRuns: 30 },
    );
  });
});
