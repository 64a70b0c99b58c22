import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distil } from '../../lib/graph/distilling/distil.ts';
import { topOf, totalOf } from '../../lib/graph/distilling/scores.ts';
import { netLocRank, siteRank } from '../../lib/graph/ranking/net-loc-rank.ts';
import { pageRank } from '../../lib/graph/ranking/page-rank.ts';
import { linkGraphOf } from '../support/links/link-graph-of.ts';

function graphOf(nodes: number, edges: readonly (readonly [number, number])[]) {
  return linkGraphOf(
    nodes,
    Uint32Array.from(edges, ([source]) => source),
    Uint32Array.from(edges, ([, target]) => target),
  );
}

describe('PageRank', () => {
  it('sums to 1 whatever the graph, with dangling pages or none', () => {
    const edges = fc.array(fc.tuple(fc.nat({ max: 9 }), fc.nat({ max: 9 })));
    fc.assert(
      fc.property(edges, (some) => {
        expect(totalOf(pageRank(graphOf(10, some)))).toBeCloseTo(1, 9);
      }),
    );
  });

  it('is worked out by hand for two pages of which one links to the other', () => {
    // x = 0.15/2 + 0.85 y/2; y = 0.15/2 + 0.85 (x + y/2): y has no links.
    const [x, y] = pageRank(graphOf(2, [[0, 1]]));
    expect(x).toBeCloseTo(20 / 57, 9);
    expect(y).toBeCloseTo(37 / 57, 9);
  });

  it('starts again where it is told to', () => {
    const ranks = pageRank(graphOf(3, [[0, 1]]), { restart: Float64Array.of(2, 0, 0) });
    expect(ranks[2]).toBe(0);
    expect(ranks[0]).toBeGreaterThan(ranks[1] as number);
  });

  it('of no page is empty', () => {
    expect(pageRank(graphOf(0, []))).toHaveLength(0);
  });
});

describe('NetLocRank', () => {
  const sites = Uint32Array.of(0, 0, 1, 1, 2);
  const graph = graphOf(5, [
    [0, 2],
    [1, 2],
    [1, 3],
    [4, 2],
    [2, 3],
  ]);

  it('gives each site its rank, shared among its pages by their own links', () => {
    const { pages, sites: ranks } = netLocRank(graph, sites, 3);
    expect(totalOf(pages)).toBeCloseTo(1, 9);
    for (const site of [0, 1, 2])
      expect(totalOf(pages.filter((_, page) => sites[page] === site))).toBeCloseTo(ranks[site] as number, 9);
    // Inside the site only page 2 links to page 3.
    expect((pages[3] as number) / (pages[2] as number)).toBeCloseTo(37 / 20, 9);
  });

  it('counts links between sites as often as they occur', () => {
    const many = siteRank(graph, sites, 3);
    const same = pageRank(
      graphOf(3, [
        [0, 1],
        [2, 1],
      ]),
    );
    expect([...many].map((one) => one.toFixed(9))).toEqual([...same].map((one) => one.toFixed(9)));
  });
});

describe('the distiller', () => {
  it('takes no vote of a site for itself, and shares the vote of a site among its pages', () => {
    // Site 0 has three pages that all link to page 4; site 1 has one that links to page 5; page 6 is off topic.
    const graph = graphOf(7, [
      [0, 4],
      [1, 4],
      [2, 4],
      [0, 1],
      [3, 5],
      [3, 6],
    ]);
    const { authorities, votes } = distil(graph, {
      sites: Uint32Array.of(0, 0, 0, 1, 2, 3, 4),
      relevance: Float64Array.of(1, 1, 1, 1, 1, 1, 0.1),
      threshold: 0.5,
      iterations: 1,
    });
    expect(votes.targets).toHaveLength(4);
    expect(authorities[4]).toBeCloseTo(authorities[5] as number, 12);
    expect([authorities[1], authorities[6]]).toEqual([0, 0]);
  });

  it('leaves out links that are to be ignored', () => {
    const { votes } = distil(
      graphOf(3, [
        [0, 1],
        [0, 2],
      ]),
      {
        sites: Uint32Array.of(0, 1, 2),
        relevance: Float64Array.of(1, 1, 1),
        threshold: 0.5,
        ignores: (_, target) => target === 1,
      },
    );
    expect([...votes.targets.subarray()]).toEqual([2]);
  });
});

describe('scores', () => {
  it('have their largest first, equal ones in order', () => {
    const values = fc.array(fc.nat({ max: 20 }), { maxLength: 40 });
    fc.assert(
      fc.property(values, fc.nat({ max: 10 }), (some, count) => {
        const expected = [...some.keys()]
          .filter((place) => (some[place] as number) > 0)
          .sort((a, b) => (some[b] as number) - (some[a] as number) || a - b)
          .slice(0, count);
        expect(topOf(Float64Array.from(some), count)).toEqual(expected);
      }),
    );
  });
});
