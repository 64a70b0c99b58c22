import { describe, expect, it } from 'vitest';
import type { CanonicalUrl } from '../../lib/base/url/url.ts';
import { openPageGathering } from '../../lib/graph/building/page-columns.ts';
import { webGraphOf } from '../../lib/graph/building/web-building.ts';
import { siteReport } from '../../lib/graph/reports/site-report.ts';

const url = (site: string, page = ''): CanonicalUrl => `https://${site}.example/${page}` as CanonicalUrl;
const [owls, trains] = ['owls', 'trains'].map((name) =>
  Array.from({ length: 5 }, (_, number) => `${name}${number}`),
) as [string[], string[]];

/** Two rings of sites, whose pages link to those of their ring, and one link between the rings. */
function report(options: Partial<Parameters<typeof siteReport>[1]> = {}) {
  const gathering = openPageGathering();
  for (const [ring, relevance, best] of [
    [owls, 0.9, 'B.O'],
    [trains, 0.2, 'T'],
  ] as const) {
    for (const [at, site] of ring.entries()) {
      const others = ring.filter((other) => other !== site).map((other) => url(other));
      const targets = [
        ...others,
        url(site, '1'),
        ...(at === 0 ? [url('owls1'), url('owls1', 'unvisited')] : []),
      ];
      gathering.add({ url: url(site), at: 10 + at, depth: 0, outcome: 'stored', relevance, best, targets });
      gathering.add({
        url: url(site, '1'),
        at: 20,
        depth: 1,
        outcome: 'stored',
        relevance: 0.1,
        targets: [],
      });
    }
  }
  gathering.add({ url: url('alone'), at: 30, depth: 0, outcome: 'stored', relevance: 0.6, targets: [] });
  const web = webGraphOf(gathering.urls, gathering.names, gathering.columns());
  return siteReport(web, { minPages: 1, sort: 'relevant', top: 20, ...options });
}

describe('the sites of a crawl', () => {
  it('have nothing unvisited that the crawl may not visit', () => {
    const unvisited = (admits: (one: CanonicalUrl) => boolean) =>
      report({ admits }).sites.find(({ site }) => site === 'owls1.example')?.unvisited;
    expect(unvisited(() => true)).toBe(1);
    expect(unvisited((one) => !one.endsWith('/unvisited'))).toBe(0);
  });

  it('are counted with their pages, relevance, links and times', () => {
    const { sites, known, large } = report({ minPages: 2, sort: 'density' });
    expect({ known, large, listed: sites.length }).toEqual({ known: 11, large: 10, listed: 10 });
    const first = sites.find(({ site }) => site === 'owls1.example');
    expect(first).toMatchObject({
      ...{ pages: 2, judged: 2, relevant: 1, meanRelevance: expect.closeTo(0.5), best: 'B.O', unvisited: 1 },
      ...{ linkedBy: 5, firstSeen: 11, lastNew: 20 },
    });
    expect(sites[0]?.meanRelevance).toBeGreaterThan(sites.at(-1)?.meanRelevance as number);
  });

  it('count as relevant only what is of a class, where one is wanted', () => {
    const { sites } = report({ classes: new Set(['T']) });
    expect(sites.every(({ relevant }) => relevant === 0)).toBe(true);
  });

  it('belong to the community that they link to most, and to none by themselves', () => {
    const { sites, communities } = report();
    expect(communities).toEqual([
      { name: 'owls1.example', sites: 5, pages: 10, relevant: 5 },
      { name: expect.stringMatching(/^trains/), sites: 5, pages: 10, relevant: 0 },
    ]);
    const of = new Map(sites.map((one) => [one.site, one.community]));
    for (const site of owls) expect(of.get(`${site}.example`)).toBe('owls1.example');
    expect(of.get('alone.example')).toBeUndefined();
  });
});
