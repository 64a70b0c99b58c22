import { describe, expect, it } from 'vitest';
import { distil } from '../../lib/graph/distilling/distil.ts';
import { topOf } from '../../lib/graph/distilling/scores.ts';
import { pageRank } from '../../lib/graph/ranking/page-rank.ts';
import { discountedRank } from '../../lib/graph/ranking/page-ranks.ts';
import { siteGraphOf } from '../../lib/graph/sites/site-links.ts';
import { sitesOf } from '../../lib/graph/sites/sites.ts';
import { votersOf } from '../../lib/graph/sites/voters.ts';
import { type FarmShape, type FarmWeb, farmWeb } from '../support/link-farms.ts';
import { type VariedFarm, variedFarmWeb } from '../support/varied-farms.ts';

const seeds = Array.from({ length: process.env.WINNOW_TEST_FULL ? 200 : 4 }, (_, at) => at + 1);

/** The sites of the best authorities, with each site as a voter of its own or not. */
function topSites(web: FarmWeb, everySiteVotes: boolean): readonly string[] {
  const sites = sitesOf(web.urls);
  const voters = votersOf(siteGraphOf(web.graph, sites), sites);
  const of = everySiteVotes ? sites.of : sites.of.map((site) => voters.of[site] as number);
  const threshold = web.relevance.toSorted()[Math.ceil(0.6 * web.relevance.length)] as number;
  const { authorities } = distil(web.graph, { sites: of, relevance: web.relevance, threshold });
  return topOf(authorities, 25).map((node) => sites.names[sites.of[node] as number] as string);
}

describe('sites that are popular by arrangement', () => {
  it.each<FarmShape>(['owner', 'mutual', 'sitewide'])('leave the top 25 authorities: %s', (shape) => {
    for (const seed of seeds) {
      const web = farmWeb(seed, [shape]);
      expect([seed, topSites(web, false).filter((site) => web.arranged.has(site))]).toEqual([seed, []]);
    }
  });

  it('leave them also where there are all shapes, and an honest ring of colleagues stays', () => {
    let before = 0;
    for (const seed of seeds) {
      const web = farmWeb(seed);
      const top = topSites(web, false);
      expect([seed, top.filter((site) => web.arranged.has(site))]).toEqual([seed, []]);
      expect([seed, top.filter((site) => web.ring.has(site)).length]).toEqual([seed, 8]);
      before += topSites(web, true).filter((site) => web.arranged.has(site)).length;
    }
    // The farms do work where every site votes.
    expect(before).toBeGreaterThan(5 * seeds.length);
  });

  it('lose rank where sites that vote as one are one place to start', () => {
    let [before, after] = [0, 0];
    for (const seed of seeds) {
      const { urls, graph: links, arranged } = farmWeb(seed);
      const sites = sitesOf(urls);
      const voters = votersOf(siteGraphOf(links, sites), sites);
      const of = sites.of.map((site) => voters.of[site] as number);
      const rankOf = (ranks: Float64Array): number =>
        ranks.reduce(
          (sum, rank, node) =>
            sum + (arranged.has(sites.names[sites.of[node] as number] as string) ? rank : 0),
          0,
        );
      before += rankOf(pageRank(links)) / seeds.length;
      after += rankOf(discountedRank(links, { of, sites })) / seeds.length;
    }
    // Farms had a fifth of all rank.
    expect(before).toBeGreaterThan(0.15);
    expect(after).toBeLessThan(0.01);
  });

  it('are no groups in a web without farms', () => {
    for (const seed of seeds) {
      const web = farmWeb(seed, []);
      const sites = sitesOf(web.urls);
      expect([seed, votersOf(siteGraphOf(web.graph, sites), sites).groups]).toEqual([seed, []]);
    }
  });
});

describe('farms of all sizes and densities, and honest rings beside them', () => {
  const few = seeds.slice(0, Math.ceil(seeds.length / 2));
  it.each<VariedFarm>(['domain', 'domains', 'mutual', 'sitewide', 'none'])(
    'leave the top 25 authorities, and rings stay: %s',
    (farm) => {
      const left: (readonly [seed: number, sites: readonly string[]])[] = [];
      for (const seed of few) {
        const web = variedFarmWeb(seed, farm);
        const [top, before] = [topSites(web, false), topSites(web, true)];
        const arranged = top.filter((site) => web.arranged.has(site));
        if (arranged.length > 0) left.push([seed, arranged]);
        const inRing = (sites: readonly string[]): number =>
          sites.filter((site) => web.ring.has(site)).length;
        expect([seed, inRing(top) >= inRing(before)]).toEqual([seed, true]);
      }
      // Of a hundred webs with friends, one had a friend left, for whom honest sites vouch by chance.
      expect(left.length, JSON.stringify(left)).toBeLessThanOrEqual(few.length / 50);
    },
    300_000,
  );
});
