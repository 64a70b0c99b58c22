import { describe, expect, it } from 'vitest';
import type { Json } from '../../../lib/base/json.ts';
import { textSketch } from '../../../lib/base/likeness/text-sketch.ts';
import type { CanonicalUrl, HostName } from '../../../lib/base/url/url.ts';
import { decodeRank, encodeRank } from '../../../lib/domain/focus/link-rank.ts';
import {
  admit,
  bestRank,
  type HostBody,
  openBody,
  setOrder,
  take,
} from '../../../lib/domain/frontier/body.ts';
import { quantise, rankOf } from '../../../lib/domain/frontier/entry.ts';
import { yieldsOf } from '../../../lib/domain/yield/host-state.ts';
import { observe } from '../../../lib/domain/yield/observe.ts';
import { yieldOrder } from '../../../lib/domain/yield/order.ts';
import { emptyRegion } from '../../../lib/domain/yield/region.ts';
import { regionTable } from '../../../lib/domain/yield/region-table.ts';
import { enterJudged, hostFactor, relevanceFactor, weighed } from '../../../lib/domain/yield/relevance.ts';
import { hashesOf, restoreYields, storeYields } from '../../../lib/domain/yield/stored-yields.ts';
import { defaultYieldSettings } from '../../../lib/domain/yield/yield-settings.ts';
import { positionOf } from '../../../lib/domain/yield/yields.ts';
import { dice, prose } from '../../support/trap-web/text/prose.ts';

const at = (path: string): CanonicalUrl => `http://a.localhost${path}` as CanonicalUrl;
const promising = (relevance: number): number => encodeRank({ relevance, tunnelDepth: 0, parents: 1 });

function hostBody(): HostBody {
  const body = openBody(undefined, { host: 'a.localhost' as HostName, fingerprintKey: 'key' });
  setOrder(body, yieldOrder(body, defaultYieldSettings));
  return body;
}

/** Pages below a folder, new ones all of them, whose links promised an even chance, and which link to each other. */
function fetched(body: HostBody, folder: string, relevance: number, count = 20): void {
  const yields = yieldsOf(body);
  for (let n = 0; n < count; n++) {
    const url = at(`/${folder}/${n}`);
    const text = prose(dice('relevance', url), 60).join('\n');
    observe(yields, {
      ...{ url, position: positionOf(yields, url, 0), found: [], known: [], unresolved: [] },
      brought: { kind: 'page', sketch: textSketch(url, { title: '', text, links: [] }), isTwin: false },
      judged: { promised: 0.5, relevance },
      byHost: { own: 4, others: 4 },
    });
  }
}

/** A list whose links to unknown pages promise some of one folder, and little of others. */
function fetchedList(body: HostBody, n: number): void {
  const yields = yieldsOf(body);
  const url = at(`/lists/${n}`);
  const promises = (folder: string, promised: number) =>
    [1, 2, 3, 4].map((page) => ({ url: at(`/${folder}/${n}${page}00`), promised }));
  const text = prose(dice('relevance', url), 60).join('\n');
  observe(yields, {
    ...{ url, position: positionOf(yields, url, 0), found: [], known: [], unresolved: [] },
    brought: { kind: 'page', sketch: textSketch(url, { title: '', text, links: [] }), isTwin: false },
    links: [...promises('on', 0.4), ...promises('off', 0.1), ...promises('unmet', 0.1)],
  });
}

function factorOf(body: HostBody, path: string): number {
  const yields = yieldsOf(body);
  return relevanceFactor(yields, positionOf(yields, at(path), 0));
}

describe('how much more of a region is relevant than its links promise', () => {
  it('is one where nothing is known, or pages are as relevant as those that a crawl fetches', () => {
    const body = hostBody();
    expect(factorOf(body, '/a/1')).toBe(1);
    fetched(body, 'a', 1 / (1 + Math.exp(0.7 * 2.5)));
    expect(factorOf(body, '/a/1')).toBeCloseTo(1, 5);
  });

  it('is more on the folder of the topic, less elsewhere, and for an unknown folder what the host says', () => {
    const body = hostBody();
    fetched(body, 'on', 0.95);
    fetched(body, 'off', 0.02);
    const host = hostFactor(yieldsOf(body));
    expect(factorOf(body, '/on/100')).toBeGreaterThan(3 * host);
    expect(factorOf(body, '/off/100')).toBeLessThan(0.5 * host);
    expect(factorOf(body, '/new/1')).toBe(host);
  });

  it('is more in a folder of which links promise more than of the rest of the host, once a page of it was met', () => {
    const body = hostBody();
    const yields = yieldsOf(body);
    fetched(body, 'on', 0.5, 1);
    fetched(body, 'off', 0.5, 1);
    for (let n = 0; n < 8; n++) fetchedList(body, n);
    const host = hostFactor(yields);
    expect(factorOf(body, '/on/100')).toBeGreaterThan(1.5 * host);
    expect(factorOf(body, '/off/100')).toBeLessThan(0.7 * host);
    expect(factorOf(body, '/unmet/1')).toBe(host);
  });

  it('is what the host says where a region is all of it, whatever its links and pages are', () => {
    const body = hostBody();
    const yields = yieldsOf(body);
    const url = (n: number) => at(`/all/${n}`);
    const position = (n: number) => positionOf(yields, url(n), 0);
    for (let n = 0; n < 40; n++) {
      observe(yields, {
        ...{ url: url(n), position: position(n), found: [], known: [], unresolved: [] },
        brought: { kind: 'error' },
        judged: { promised: 0.1 + 0.02 * n, relevance: n % 3 === 0 ? 0.9 : 0.05 },
        links: [{ url: url(100 + n), promised: 0.02 }],
      });
      expect(relevanceFactor(yields, position(n))).toBeCloseTo(hostFactor(yields), 9);
    }
  });

  it('is told by the pages of a host, by few already, where they link to each other', () => {
    const visited = (own: number, relevance: number, pages: number) => {
      const body = hostBody();
      const yields = yieldsOf(body);
      for (let n = 0; n < pages; n++) {
        const url = at(`/page/${n}`);
        observe(yields, {
          ...{ url, position: positionOf(yields, url, 0), found: [], known: [], unresolved: [] },
          brought: { kind: 'error' },
          judged: { promised: 0.1, relevance },
          byHost: { own, others: 20 },
        });
      }
      const stored = restoreYields(storeYields(yields) as Json, hashesOf(yields));
      expect(hostFactor(stored) / hostFactor(yields)).toBeCloseTo(1, 1);
      expect(
        regionTable(yields)
          .map(({ name }) => name)
          .sort(),
      ).toEqual(['/page/', '/page/#'].sort());
      return hostFactor(yields);
    };
    expect(visited(10, 0.5, 2)).toBeGreaterThan(3);
    expect(visited(10, 0.005, 2)).toBeLessThan(0.3);
    expect(visited(10, 0.5, 100)).toBeGreaterThan(visited(10, 0.5, 2));
    // By chance a page in three has a link to its own host.
    for (const pages of [2, 100]) {
      expect(visited(1 / 3, 0.5, pages)).toBeLessThan(1.1);
      expect(visited(1 / 3, 0.005, pages)).toBeGreaterThan(0.9);
    }
  });

  it('keeps so between turns', () => {
    const body = hostBody();
    fetched(body, 'on', 0.5, 1);
    fetchedList(body, 1);
    const stored = restoreYields(storeYields(yieldsOf(body)) as Json, hashesOf(yieldsOf(body)));
    const { linked, linkedOdds } = stored.regions.get('/on/') ?? emptyRegion();
    expect(linked).toBe(4);
    expect(linkedOdds).toBeCloseTo(4 * Math.log(0.4 / 0.6), 0);
  });

  it('forgets, so that a region that changes is seen', () => {
    const region = emptyRegion();
    for (let n = 0; n < 1_000; n++) enterJudged(region, { promised: 0.5, relevance: 0.02 });
    for (let n = 0; n < 60; n++) enterJudged(region, { promised: 0.5, relevance: 0.98 });
    expect(region.judgedOdds / region.judged).toBeGreaterThan(3);
  });

  it('raises the odds of a rank by relevance, and leaves other ranks and tunnels as they are', () => {
    const rank = quantise(encodeRank({ relevance: 0.5, tunnelDepth: 3, parents: 2 }));
    const more = decodeRank(rankOf(weighed(rank, 4)));
    expect(more?.relevance).toBeCloseTo(8 / 9, 5);
    expect(more).toMatchObject({ tunnelDepth: 3, parents: 2 });
    for (const one of [0, 7, 1_000]) expect(weighed(quantise(one), 3)).toBe(quantise(one));
  });
});

describe('the URLs of a host whose job has a topic', () => {
  it('are taken by what their links promise, weighed by what came of it in their regions', () => {
    const body = hostBody();
    fetched(body, 'on', 0.95);
    fetched(body, 'off', 0.02);
    admit(body, [{ url: at('/off/100'), depth: 1, rank: promising(0.6) }]);
    admit(body, [{ url: at('/on/100'), depth: 1, rank: promising(0.5) }]);
    expect(take(body, 0)?.url).toBe(at('/on/100'));
  });

  it('count for their host among other hosts by the same, spilled ones by what the host says', () => {
    const body = hostBody();
    admit(body, [{ url: at('/off/100'), depth: 1, rank: promising(0.5) }]);
    const relevance = () => decodeRank(bestRank(body) ?? 0)?.relevance;
    expect(relevance()).toBe(0.5);
    fetched(body, 'off', 0.02);
    fetched(body, 'some', 0.05);
    const off = relevance() ?? 0;
    expect(off).toBeLessThan(0.25);
    admit(body, [{ url: at('/on/100'), depth: 1, rank: promising(0.5) }]);
    expect(relevance()).toBeGreaterThan(1.5 * off);
    expect(relevance()).toBeLessThan(0.5);
  });
});
