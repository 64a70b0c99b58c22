import { describe, expect, it } from 'vitest';
import type { CanonicalUrl } from '../../lib/base/url/url.ts';
import { openPageGathering } from '../../lib/graph/building/page-columns.ts';
import { webGraphOf } from '../../lib/graph/building/web-building.ts';
import { hubReport } from '../../lib/graph/reports/hub-report.ts';

const url = (site: string): CanonicalUrl => `https://${site}.example/` as CanonicalUrl;

/** A crawl of pages of these relevances, each on a site of its own, and of two sites that link to some of them. */
function report(relevances: readonly number[], linked: readonly number[], top: number) {
  const gathering = openPageGathering();
  const targets = linked.map((at) => url(`page${at}`));
  for (const site of ['first', 'second'])
    gathering.add({ url: url(site), at: 1, depth: 0, outcome: 'stored', relevance: 0.01, targets });
  for (const [at, relevance] of relevances.entries())
    gathering.add({ url: url(`page${at}`), at: 2, depth: 1, outcome: 'stored', relevance, targets: [] });
  const web = webGraphOf(gathering.urls, gathering.names, gathering.columns());
  return hubReport(web, { share: 0.15, iterations: 10, top, everySiteVotes: true });
}

describe('the candidates for authorities', () => {
  it('are the most relevant pages by rank, with those that are as relevant as the last of them', () => {
    // One page is a little more relevant than the many that its filter is as sure of.
    const { candidates, authorities } = report([1, ...Array(30).fill(0.9999), 0.6], [1, 2, 3], 1);
    expect(candidates).toBe(31);
    expect(authorities).toMatchObject([{ site: 'page1.example', links: 2 }]);
  });

  it('are at least as many relevant pages as are listed', () => {
    const relevances = Array.from({ length: 12 }, (_, at) => 0.99 - at / 20);
    const { candidates, authorities, votes } = report(relevances, [5, 6, 11], 10);
    expect({ candidates, votes }).toEqual({ candidates: 10, votes: 4 });
    expect(authorities).toHaveLength(2);
  });
});
