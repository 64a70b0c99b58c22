import { describe, expect, it } from 'vitest';
import type { CanonicalUrl } from '../../lib/base/url/url.ts';
import { openPageGathering } from '../../lib/graph/building/page-columns.ts';
import { webGraphOf } from '../../lib/graph/building/web-building.ts';
import type { WebGraph } from '../../lib/graph/building/web-graph.ts';
import { promisingNeighbours } from '../../lib/graph/raising/neighbours.ts';
import {
  learnRaised,
  nothingRaised,
  type RaiseRecord,
  withRaised,
} from '../../lib/graph/raising/raise-record.ts';

const url = (place: string): CanonicalUrl => `http://${place}.example/` as CanonicalUrl;

interface Visit {
  readonly place: string;
  readonly relevance: number;
  readonly links?: readonly string[];
}

/** A crawl that visited these pages in this order, each on a host of its own. */
function crawled(visits: readonly Visit[]): WebGraph {
  const gathering = openPageGathering();
  for (const [at, { place, relevance, links = [] }] of visits.entries())
    gathering.add({
      ...{ url: url(place), at: at + 1, depth: 0, relevance, targets: links.map(url) },
      outcome: relevance >= 0.5 ? 'stored' : 'off-topic',
    });
  return webGraphOf(gathering.urls, gathering.names, gathering.columns());
}

const [relevant, irrelevant] = [0.9, 0.05];
const many = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name}${at}`);

/** A hub with so many links to pages that were visited, the last so many of them relevant, and to one that was not. */
function hubOf(targets: number, lastRelevant: number, others = 0): readonly Visit[] {
  const authorities = many('authority', 5);
  const visited = many('t', targets);
  return [
    { place: 'hub', relevance: 0.8, links: [...authorities, ...visited, 'neglected'] },
    ...authorities.map((place) => ({ place, relevance: 1 })),
    ...visited.map((place, at) => ({
      place,
      relevance: at >= targets - lastRelevant ? relevant : irrelevant,
    })),
    // Links from outside: what only links to itself is taken for arranged.
    ...many('other', others).map((place) => ({ place, relevance: irrelevant, links: ['hub', 't0'] })),
  ];
}

const room = { most: 10, admits: () => true };
const neighbours = (web: WebGraph, record: Partial<RaiseRecord> = {}) =>
  promisingNeighbours(web, { ...nothingRaised, ...record }, room).map(({ node, relevance }) => ({
    url: web.urls.urlOf(node),
    relevance: Math.round(relevance * 100) / 100,
  }));

describe('raising what good hubs link to', () => {
  it('expects of a neglected neighbour what the hub brought lately', () => {
    const [one] = neighbours(crawled(hubOf(20, 8, 200)));
    // Eight of its last ten were relevant; two more are taken to be as the crawl is, which brings next to nothing.
    expect(one).toEqual({ url: url('neglected'), relevance: 0.67 });
  });

  it('raises nothing of a hub whose links led to relevant pages only at first', () => {
    expect(neighbours(crawled([...hubOf(20, 0), ...hubOf(0, 0).slice(1)]))).toEqual([]);
  });

  it('raises nothing of which less is expected than the crawl brings now', () => {
    const rich = many('rich', 150).map((place) => ({ place, relevance: relevant }));
    expect(neighbours(crawled([...hubOf(20, 8), ...rich]))).toEqual([]);
  });

  it('leaves out what the crawl may not visit, and raises the next in its place', () => {
    const [hub, ...rest] = hubOf(20, 8, 200) as [Visit, ...Visit[]];
    const web = crawled([{ ...hub, links: ['refused', ...(hub.links ?? [])] }, ...rest]);
    const admits = ({ node }: { readonly node: number }) => web.urls.urlOf(node) !== url('refused');
    const raised = promisingNeighbours(web, nothingRaised, { most: 1, admits });
    expect(raised.map(({ node }) => web.urls.urlOf(node))).toEqual([url('neglected')]);
  });

  it('expects less when earlier raised pages were not relevant, and no more when they all were', () => {
    const web = crawled(hubOf(20, 8, 200));
    expect(neighbours(web, { expected: 3, found: 0 })[0]?.relevance).toBe(0.17);
    expect(neighbours(web, { expected: 3, found: 5 })[0]?.relevance).toBe(0.67);
  });

  it('learns what raised URLs were when they have been fetched, and forgets that in time', () => {
    const before = crawled(hubOf(20, 8, 200));
    const raised = promisingNeighbours(before, nothingRaised, room);
    const record = withRaised(before, nothingRaised, raised);
    expect(record.open).toHaveLength(1);
    const after = crawled([...hubOf(20, 8, 200), { place: 'neglected', relevance: irrelevant }]);
    const learnt = learnRaised(after, record);
    // Of 227 pages 14 are relevant: by the rule of succession, each brings 15/229, and what comes later half of that.
    expect(learnt).toEqual({
      ...{ expected: expect.closeTo(2 / 3, 2), found: 0, open: [] },
      displaced: expect.closeTo(15 / 229 / 2, 4),
    });
    const later = learnRaised(after, learnt);
    expect(later.expected).toBeCloseTo(0.97 * learnt.expected, 6);
    expect(later.displaced).toBeCloseTo(0.97 * learnt.displaced, 6);
  });

  it('raises nothing twice as long as it waits', () => {
    const web = crawled(hubOf(20, 8, 200));
    const record = withRaised(web, nothingRaised, promisingNeighbours(web, nothingRaised, room));
    expect(promisingNeighbours(web, record, room)).toEqual([]);
  });

  it('gives up what has not been fetched when the crawl has doubled', () => {
    const web = crawled(hubOf(20, 8, 200));
    let record = withRaised(web, nothingRaised, promisingNeighbours(web, nothingRaised, room));
    for (let round = 1; round < 7; round += 1) {
      record = learnRaised(web, record);
      expect(record).toMatchObject({
        found: 0,
        displaced: 0,
        open: [[expect.any(Number), expect.closeTo(2 / 3, 6), round]],
      });
    }
    expect(learnRaised(web, record).open).toEqual([]);
  });

  it('raises no more than what all could be irrelevant before a quarter of a relevant page is owed', () => {
    const listed = many('listed', 400);
    const [hub, ...rest] = hubOf(20, 8, 200) as [Visit, ...Visit[]];
    const web = crawled([{ ...hub, links: [...(hub.links ?? []), ...listed] }, ...rest]);
    const count = (record: Partial<RaiseRecord>) =>
      promisingNeighbours(web, { ...nothingRaised, ...record }, { most: 1_000, admits: () => true }).length;
    // Of 226 pages 14 are relevant.
    const price = 15 / 228 / 2;
    expect(count({})).toBe(Math.ceil(0.25 / price));
    expect(count({ displaced: 0.24 })).toBe(1);
    expect(count({ displaced: 0.25 })).toBe(0);
    expect(count({ found: 0.1, displaced: 0.25 })).toBe(Math.ceil(0.1 / price));
    expect(count({ open: [1, 2, 3].map((hash) => [hash, 0.5] as const) })).toBe(Math.ceil(0.25 / price) - 3);
  });
});
