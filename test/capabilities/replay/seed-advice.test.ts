import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lowerEnd } from '../../../lib/base/lower-end.ts';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { type CrawlGraph, type GraphPage, openGraph } from '../../../lib/capabilities/replay/crawl-graph.ts';
import { payingSeeds } from '../../../lib/capabilities/replay/paying-seeds.ts';
import { findHubs } from '../../../lib/capabilities/replay/seed-hubs.ts';

const url = (name: string): CanonicalUrl => `https://${name}` as CanonicalUrl;

/** Pages in the order of their visits; those that are seeds begin with `seed`, those that are relevant end in `+`. */
function graphOf(web: Readonly<Record<string, readonly string[]>>): CrawlGraph {
  const pages = Object.keys(web).map((name, at): GraphPage => {
    const relevant = name.endsWith('+');
    const verdict = { relevance: relevant ? 0.9 : 0.1, relevant, crawlOnly: false };
    return { url: url(name), at, depth: name.startsWith('seed') ? 0 : 1, verdict, counts: relevant };
  });
  const graph = openGraph(pages);
  for (const [page, links] of Object.values(web).entries()) {
    const given = links.map((link) => ({ url: url(link), element: 'a' as const }));
    if (links.length > 0) graph.links(page, undefined, given, () => true);
  }
  return graph.finish();
}

describe('which seeds paid', () => {
  const graph = graphOf({
    'seed1.example/+': ['a.example/+', 'b.example/'],
    'seed2.example/': ['a.example/+', 'c.example/+'],
    'a.example/+': ['d.example/+'],
    'b.example/': ['e.example/'],
    'c.example/+': [],
    'd.example/+': [],
    'e.example/': [],
    'nobody.example/': [],
  });

  it('is told by who linked to a page first', () => {
    expect(payingSeeds(graph, () => true)).toEqual({
      unknown: 1,
      seeds: [
        { url: url('seed1.example/+'), pages: 5, judged: 5, relevant: 3 },
        { url: url('seed2.example/'), pages: 2, judged: 2, relevant: 1 },
      ],
    });
  });

  it('leaves out links that were not followed', () => {
    const { seeds, unknown } = payingSeeds(graph, (page) => page !== 3);
    expect({ pages: seeds.map(({ pages }) => pages), unknown }).toEqual({ pages: [4, 2], unknown: 2 });
  });

  it('owes each page to one seed at most', () => {
    const edges = fc.array(fc.array(fc.nat(14), { maxLength: 5 }), { minLength: 1, maxLength: 15 });
    fc.assert(
      fc.property(edges, fc.integer({ min: 1, max: 4 }), (drawn, seeds) => {
        const name = (at: number): string => `${at < seeds ? 'seed' : 'page'}${at}.example/`;
        const web = drawn.map((links, at) => [name(at), links.map(name)] as const);
        const paid = payingSeeds(graphOf(Object.fromEntries(web)), () => true);
        const owed = paid.seeds.reduce((sum, { pages }) => sum + pages, 0);
        expect(owed + paid.unknown).toBe(drawn.length);
      }),
    );
  });
});

describe('hubs', () => {
  const targets = ['w.example/+', 'x.example/+', 'y.example/+', 'z.example/'];
  const leaves = Object.fromEntries(targets.map((name) => [name, []]));

  it('are pages whose links to other hosts lead to relevant pages, the surest first', () => {
    const graph = graphOf({
      'seed.example/': [...targets, 'hub.example/', 'few.example/', 'own.example/'],
      'hub.example/': ['w.example/+', 'x.example/+', 'y.example/+', 'nowhere.example/'],
      'mixed.example/': targets,
      'few.example/': ['w.example/+', 'x.example/+'],
      'own.example/': ['own.example/1+', 'own.example/2+', 'own.example/3+'],
      'own.example/1+': [],
      'own.example/2+': [],
      'own.example/3+': [],
      ...leaves,
    });
    expect(findHubs(graph, 5)).toEqual([
      { url: url('hub.example/'), judged: 3, relevant: 3, hosts: 3, unfetched: 1, atLeast: lowerEnd(3, 3) },
      { url: url('mixed.example/'), judged: 4, relevant: 3, hosts: 3, unfetched: 0, atLeast: lowerEnd(3, 4) },
    ]);
    expect(findHubs(graph, 1)).toHaveLength(1);
  });

  it('count links inside a host where there is but one', () => {
    const graph = graphOf({
      'seed.example/': ['seed.example/hub'],
      'seed.example/hub': ['seed.example/1+', 'seed.example/2+', 'seed.example/3+'],
      'seed.example/1+': [],
      'seed.example/2+': [],
      'seed.example/3+': [],
    });
    // By the name all pages are seeds here but for those that a crawl found.
    expect(graph.seeds).toHaveLength(5);
    expect(findHubs({ ...graph, seeds: [0] }, 5)).toMatchObject([
      { url: url('seed.example/hub'), relevant: 3 },
    ]);
  });
});

describe('the lower end of a proportion', () => {
  it('is below it, and comes nearer with more to go by', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000 }), fc.nat(1_000), (all, draw) => {
        const hits = draw % (all + 1);
        const end = lowerEnd(hits, all);
        expect(end).toBeGreaterThanOrEqual(0);
        expect(end).toBeLessThanOrEqual(hits / all);
        if (hits > 0) expect(lowerEnd(10 * hits, 10 * all)).toBeGreaterThan(end);
      }),
    );
    // Agresti and Coull 1998 print Wilson's interval for 0 and for 10 of 10.
    expect(lowerEnd(0, 10)).toBe(0);
    expect(lowerEnd(10, 10)).toBeCloseTo(0.722, 3);
  });
});
