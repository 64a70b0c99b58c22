import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import {
  admit,
  forgetOldName,
  type HostBody,
  openBody,
  prepare,
  respellPending,
  seal,
  settle,
  settleAs,
  take,
  takeOldNames,
  visits,
} from '../../../lib/domain/frontier/body.ts';
import { type BodyLimits, defaultLimits } from '../../../lib/domain/frontier/limits.ts';
import { host, SegmentStore } from './segment-store.ts';

const options = { host, fingerprintKey: 'a key' };
const now = 1_000_000;
const tiny: BodyLimits = {
  ...defaultLimits,
  ...{ headBytes: 0, keepPending: 0, keepVisits: 0, minSpill: 1, visitChunkEntries: 4, chunkEntries: 4 },
  ...{ raises: 5, smallRunBytes: 200, uncheckedMin: 1 },
};

/** Page `page` by session `session`; 0: by its own name. */
const named = (page: number, session: number): CanonicalUrl =>
  `https://${host}/p${page}${session === 0 ? '' : `?tok=${session}`}` as CanonicalUrl;
const spell = (url: CanonicalUrl): CanonicalUrl => url.replace(/\?tok=\d+$/, '') as CanonicalUrl;

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

describe.each([
  ['in the head', defaultLimits],
  ['spilled', tiny],
] as const)('URLs of a host that get other names, %s', (_, limits) => {
  it('are there once by the new ones: visited where any of them was, else pending', {
    timeout: 60_000,
  }, async () => {
    const turns = fc.array(
      fc.record({
        found: fc.array(fc.tuple(fc.nat(15), fc.nat(3)), { maxLength: 12 }),
        visits: fc.nat(6),
      }),
      { minLength: 1, maxLength: 5 },
    );
    await fc.assert(
      fc.asyncProperty(turns, fc.integer({ min: 1, max: 8 }), async (crawled, limit) => {
        const store = new SegmentStore();
        let body = openBody(undefined, { ...options, limits });
        for (const { found, visits: wanted } of crawled) {
          admit(
            body,
            found.map(([page, session]) => ({ url: named(page, session), depth: 1, rank: page })),
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
        const expected: Record<string, string> = {};
        await prepare(body, store.read, { now, wanted: 1_000 });
        for (const [url, state] of Object.entries(await states(body, store))) {
          const name = spell(url as CanonicalUrl);
          if (expected[name] !== 'visited') expected[name] = state;
        }
        for (let turn = 0, isAll = false; !isAll; turn += 1) {
          expect(turn).toBeLessThan(200);
          if (await respellPending(body, spell, store.read)) {
            const taken = await takeOldNames(body, spell, limit, store.read);
            for (const { work, url, known } of taken.old) {
              if (known !== undefined || body.visits.has(url)) forgetOldName(body, work.url);
              else settleAs(body, work.url, { ...work.visit, url });
            }
            isAll = taken.isAll;
          }
          body = await sealed(body, store, limits);
        }
        await prepare(body, store.read, { now, wanted: 1_000 });
        expect(await states(body, store)).toEqual(expected);
      }),
      { numRuns: 150 },
    );
  });
});
