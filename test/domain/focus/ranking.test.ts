import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CanonicalUrl, HostName } from '../../../lib/base/url/url.ts';
import { defaultFocus, type FocusSettings } from '../../../lib/domain/focus/focus-settings.ts';
import { decodeRank, encodeRank } from '../../../lib/domain/focus/link-rank.ts';
import { type FoundLink, followsOffTopic, rankingOf } from '../../../lib/domain/focus/ranking.ts';
import { admit, openBody, take } from '../../../lib/domain/frontier/body.ts';

const found = (more: Partial<FoundLink> = {}): FoundLink => {
  const url = 'http://a.example/x' as CanonicalUrl;
  return { url, depth: 3, relevance: 0.5, tunnelDepth: 0, at: Date.UTC(2026, 10, 22), ...more };
};
const ranking = (focus: Partial<FocusSettings>, hasTopic = true) =>
  rankingOf({ ...defaultFocus, ...focus }, hasTopic);

describe('the order of the frontier', () => {
  it.each([
    ['without a topic', ranking({}, false)],
    ['without focus', ranking({ mode: 'unfocused' })],
    ['where breadth-first is asked for', ranking({ order: 'breadth-first' })],
  ])('is by depth %s', (_, { rank, merge }) => {
    expect(rank(found({ relevance: 1 }))).toBe(3);
    expect(merge(3, 2)).toBe(2);
  });

  it('puts what is more relevant first, whatever its depth', () => {
    const { rank } = ranking({});
    expect(rank(found({ relevance: 0.9, depth: 9 }))).toBeLessThan(rank(found({ depth: 1 })));
  });

  it('orders hosts by relevance, then by their load where it is asked for, as the paper does', () => {
    const { rank, hostRank, bandOf } = ranking({ hostLoad: true });
    const rankAt = (relevance: number, load: number) => hostRank(rank(found({ relevance })), load);
    const hosts = [rankAt(0.8, 0), rankAt(0.8, 7), rankAt(0.8, 100_000), rankAt(0.79, 0)];
    expect(hosts).toEqual(hosts.toSorted((a, b) => a - b));
    expect(new Set(hosts).size).toBe(4);
    expect(rankAt(0.8034, 3)).toBe(rankAt(0.8061, 3));
    expect(hostRank(0, 50)).toBe(0);
    expect(bandOf(rank(found({ relevance: 0.8 })))).toBe(1);
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(), (relevance, load) => {
        const own = rank(found({ relevance }));
        expect(ranking({}).hostRank(own, load)).toBe(own);
        expect(Math.abs(hostRank(own, load) - own)).toBeLessThanOrEqual(10_000);
      }),
    );
  });

  it('prefers relevance to the depth of a URL that was found before there was a topic, but not to seeds', () => {
    const { rank, merge } = ranking({});
    const promising = rank(found({ relevance: 0.9 }));
    expect(merge(2, promising)).toBe(promising);
    expect(merge(promising, 2)).toBe(promising);
    expect(merge(0, promising)).toBe(0);
    expect(merge(3, 2)).toBe(2);
  });

  it('by arrival puts first what was found first, by hash nothing in particular', () => {
    const byArrival = ranking({ order: 'arrival' });
    expect(byArrival.rank(found())).toBeLessThan(byArrival.rank(found({ at: Date.UTC(2026, 10, 23) })));
    const byHash = ranking({ order: 'hash' });
    expect(byHash.rank(found({ depth: 1 }))).toBe(byHash.rank(found({ depth: 7, relevance: 1 })));
  });

  it('takes the mean of what several pages promise, in whatever order they are seen', () => {
    const { rank, merge } = ranking({ parents: 'mean' });
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 8 }),
        (list) => {
          const merged = list.map((relevance) => rank(found({ relevance }))).reduce(merge);
          const mean = list.reduce((sum, one) => sum + one, 0) / list.length;
          expect(decodeRank(merged)?.relevance).toBeCloseTo(mean, 4);
          expect(decodeRank(merged)?.parents).toBe(list.length);
        },
      ),
    );
  });

  it('takes the best of them where that is asked for, and the smallest tunnel depth', () => {
    const { rank, merge } = ranking({ parents: 'best' });
    const [good, bad] = [rank(found({ relevance: 0.8, tunnelDepth: 4 })), rank(found({ relevance: 0.2 }))];
    expect(decodeRank(merge(good, bad))).toMatchObject({ relevance: 0.8, tunnelDepth: 0, parents: 2 });
  });

  it.each(['mean', 'best'] as const)(
    'is raised by a prior and never lowered, by the %s of links',
    (parents) => {
      const { rank, merge } = ranking({ parents });
      const prior = encodeRank({ relevance: 0.5, tunnelDepth: 0, parents: 0 });
      for (const [relevance, merged] of [
        [0.8, 0.8],
        [0.2, 0.5],
      ] as const) {
        const link = rank(found({ relevance, tunnelDepth: 3 }));
        const expected = { relevance: expect.closeTo(merged, 6), tunnelDepth: 0, parents: 1 };
        expect(decodeRank(merge(link, prior))).toEqual(expected);
        expect(decodeRank(merge(prior, link))).toEqual(expected);
      }
    },
  );

  it('keeps a seed a seed when pages link to it', () => {
    expect(ranking({}).merge(0, ranking({}).rank(found({ relevance: 1 })))).toBe(0);
  });
});

describe('a URL that is found again', () => {
  it('is fetched by what is known of it then, better or worse', () => {
    const { rank, merge } = ranking({});
    const body = openBody(undefined, { host: 'a.example' as HostName, fingerprintKey: 'k' });
    body.mergeRanks = merge;
    const [x, y] = ['http://a.example/x', 'http://a.example/y'] as CanonicalUrl[] as [
      CanonicalUrl,
      CanonicalUrl,
    ];
    const link = (url: CanonicalUrl, relevance: number) => ({
      url,
      depth: 1,
      rank: rank(found({ url, relevance })),
    });
    admit(body, [link(x, 0.6), link(y, 0.5)]);
    admit(body, [link(x, 0.1)]);
    expect(take(body, 0)?.url).toBe(y);
    admit(body, [link(x, 0.9)]);
    expect(decodeRank(take(body, 0)?.rank ?? 0)?.parents).toBe(3);
  });
});

describe('links of a page off topic', () => {
  it.each([
    ['hard', 29, 1, false],
    ['soft', 29, 28, true],
    ['soft', 2, 2, true],
    ['soft', 2, 3, false],
    ['soft', 0, 1, false],
    ['unfocused', 0, 5, true],
  ] as const)(
    'with %s focus and a tunnel of %i, %i pages after the last relevant one: followed %s',
    (mode, tunnel, tunnelDepth, followed) => {
      expect(followsOffTopic({ ...defaultFocus, mode, tunnel }, tunnelDepth)).toBe(followed);
    },
  );
});
