import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { type CrawlGraph, type GraphPage, openGraph } from '../../../lib/capabilities/replay/crawl-graph.ts';
import { calibrate } from '../../../lib/capabilities/replay/expectation.ts';
import { policyOf } from '../../../lib/capabilities/replay/replay.ts';
import { marksOf } from '../../../lib/capabilities/replay/replay-report.ts';
import { asItWas, type Expectation, replay } from '../../../lib/capabilities/replay/simulate.ts';
import { defaultFocus, type FocusSettings } from '../../../lib/domain/focus/focus-settings.ts';
import { followsOffTopic, rankingOf } from '../../../lib/domain/focus/ranking.ts';
import { candidateOf } from '../../../lib/pipeline/frontier/candidates.ts';
import { linkPriorOfJudged } from '../../../lib/pipeline/links/link-prior.ts';

const soft: FocusSettings = { ...defaultFocus, mode: 'soft' };
const hard: FocusSettings = { ...defaultFocus, mode: 'hard' };
const byDepth: FocusSettings = {
  ...defaultFocus,
  mode: 'unfocused',
  order: 'breadth-first',
  linkScores: false,
};

const url = (name: string): CanonicalUrl => `https://a.example/${name}` as CanonicalUrl;

/** A page by name: how relevant it is, and where it links to, with scores. The first one is the seed. */
type Web = Readonly<
  Record<string, readonly [relevance: number, links: readonly (string | [string, number])[]]>
>;

function graphOf(web: Web, more: Readonly<Record<string, Partial<GraphPage>>> = {}): CrawlGraph {
  const pages = Object.entries(web).map(([name, [relevance]], at): GraphPage => {
    const relevant = relevance >= 0.5;
    const verdict = { relevance, relevant, crawlOnly: false };
    return { url: url(name), at, depth: at === 0 ? 0 : 1, verdict, counts: relevant, ...more[name] };
  });
  const graph = openGraph(pages);
  for (const [name, [, links]] of Object.entries(web)) {
    const page = graph.wants(url(name)) as number;
    const given = links.map((link) =>
      typeof link === 'string' ? { url: url(link) } : { url: url(link[0]), score: link[1] },
    );
    graph.links(
      page,
      undefined,
      given.map((link) => ({ element: 'a', ...link })),
      () => true,
    );
  }
  return graph.finish();
}

function crawl(graph: CrawlGraph, focus: FocusSettings, explore = 0, expectation: Expectation = undefined) {
  const { found, order: _, ...rest } = replay(graph, policyOf(focus, explore), expectation);
  return { found: [...found], ...rest };
}

describe('a replay', () => {
  const web: Web = {
    seed: [0.9, ['bad', 'good']],
    bad: [0.1, ['behind', 'bad2']],
    bad2: [0.1, []],
    good: [0.9, ['good2']],
    good2: [0.9, []],
    behind: [0.9, []],
  };

  it('has the crawl as it was beside it', () => {
    expect([...asItWas(graphOf(web)).found]).toEqual([1, 1, 1, 2, 3, 4]);
  });

  it('goes breadth-first over the links that are stored', () => {
    expect(crawl(graphOf(web), byDepth)).toEqual({ found: [1, 1, 2, 3, 3, 4], unfetched: 0 });
  });

  it('follows no links of pages off topic when it is hard', () => {
    expect(crawl(graphOf(web), hard)).toEqual({ found: [1, 1, 2, 3], unfetched: 0 });
  });

  it('follows them last when it is soft', () => {
    expect(crawl(graphOf(web), soft).found).toEqual([1, 1, 2, 3, 4, 4]);
  });

  it('follows links of pages that are crawled for their links in any mode', () => {
    const verdict = { relevance: 0.1, relevant: false, crawlOnly: true };
    expect(crawl(graphOf(web, { bad: { verdict } }), hard).found).toHaveLength(6);
  });

  it('goes by the scores of links when it is told to, and by their pages otherwise', () => {
    const scored: Web = {
      seed: [
        0.9,
        [
          ['bad', 0.1],
          ['good', 0.9],
        ],
      ],
      bad: [0.1, []],
      good: [0.9, []],
    };
    expect(crawl(graphOf(scored), soft).found).toEqual([1, 2, 2]);
    expect(crawl(graphOf(scored), { ...soft, linkScores: false }).found).toEqual([1, 1, 2]);
  });

  it('counts content that several pages have once, whichever of them it comes to first', () => {
    const same = { good: { md5: 'x' }, good2: { md5: 'x' } };
    expect(crawl(graphOf(web, same), hard).found).toEqual([1, 1, 2, 2]);
  });

  it('passes over what was never fetched, says so, or takes it for what is expected', () => {
    const open: Web = {
      seed: [
        0.9,
        [
          ['nowhere', 0.8],
          ['good', 0.7],
        ],
      ],
      good: [0.9, []],
    };
    const graph = graphOf(open);
    expect(graph).toMatchObject({ unfetched: 1, nodes: 3, links: 2 });
    expect(crawl(graph, soft)).toEqual({ found: [1, 2], unfetched: 1, firstUnfetched: 1 });
    expect(crawl(graph, soft, 0, () => 0.25)).toEqual({ found: [1, 1.25], unfetched: 1, firstUnfetched: 1 });
  });

  it('takes a part of its URLs by chance when it explores, the same each time', () => {
    const links = Array.from({ length: 40 }, (_, at): [string, number] => [`p${at}`, 1 - at / 100]);
    const star: Record<string, Web[string]> = { seed: [0.9, links] };
    for (const [name, score] of links) star[name] = [score, []];
    const graph = graphOf(star);
    const [plain, quarter] = [crawl(graph, soft), crawl(graph, soft, 0.25)];
    expect(crawl(graph, soft, 0.25)).toEqual(quarter);
    expect(plain.found).toEqual(Array.from({ length: 41 }, (_, at) => at + 1));
    expect(quarter.found).toHaveLength(41);
    const all = crawl(graphOf({ ...star, p0: [0.1, []], p39: [0.9, []] }), soft, 1);
    expect(all.found.at(-1)).toBe(40);
  });

  it('is what a queue would do that holds nothing but a list', () => {
    const relevance = fc.constantFrom(0.1, 0.3, 0.6, 0.9);
    const links = fc.array(fc.tuple(fc.nat(24), fc.option(relevance, { nil: undefined })), { maxLength: 6 });
    const pages = fc.array(fc.tuple(relevance, links), { minLength: 1, maxLength: 20 });
    const focus = fc.record({
      mode: fc.constantFrom('unfocused', 'hard', 'soft'),
      order: fc.constantFrom('relevance', 'breadth-first', 'arrival'),
      parents: fc.constantFrom('mean', 'best'),
      linkScores: fc.boolean(),
      tunnel: fc.constantFrom(0, 1, 29),
    });
    fc.assert(
      fc.property(pages, focus, (drawn, given) => {
        const asked: FocusSettings = { ...defaultFocus, ...given };
        const web = Object.fromEntries(
          drawn.map(([worth, some], at) => {
            const once = new Map(some.map(([to, score]) => [`p${to}`, score]));
            return [
              `p${at}`,
              [worth, [...once].map(([to, score]) => (score === undefined ? to : [to, score]))],
            ];
          }),
        ) as unknown as Web;
        expect(crawl(graphOf(web), asked).found).toEqual(plainly(web, asked));
      }),
      { numRuns: 200 },
    );
  });
});

/** The same crawl, written down as plainly as can be; what was never fetched is passed over. */
function plainly(web: Web, focus: FocusSettings): readonly number[] {
  const ranking = rankingOf(focus, true);
  const isOrdered = focus.mode !== 'unfocused' && focus.order === 'relevance';
  let waiting = [{ name: Object.keys(web)[0] as string, rank: 0, depth: 0 }];
  const seen = new Set<string>();
  const found: number[] = [];
  for (;;) {
    const [first] = waiting.toSorted((a, b) => a.rank - b.rank || a.depth - b.depth);
    if (first === undefined) return found;
    waiting = waiting.filter((one) => one !== first);
    seen.add(first.name);
    const page = web[first.name];
    if (page === undefined) continue;
    const [relevance, links] = page;
    const isKept = relevance >= 0.5;
    const at = found.length * 1_000;
    found.push((found.at(-1) ?? 0) + (isKept ? 1 : 0));
    const linkPrior = linkPriorOfJudged(first, relevance, isKept);
    if (!isKept && !followsOffTopic(focus, linkPrior.tunnelDepth ?? 0)) continue;
    const source = { depth: first.depth, at: at + 1_000, ...(isOrdered ? linkPrior : {}) };
    for (const link of links) {
      const [name, score] = typeof link === 'string' ? [link, undefined] : link;
      if (seen.has(name)) continue;
      const scored = score === undefined || !focus.linkScores ? {} : { score };
      const { rank, depth } = candidateOf({ url: url(name), element: 'a', ...scored }, source, ranking);
      const known = waiting.find((one) => one.name === name);
      const kept = Math.round(rank * 1_000) / 1_000;
      if (known === undefined) waiting.push({ name, rank: kept, depth });
      else {
        known.rank = Math.round(ranking.merge(known.rank, kept) * 1_000) / 1_000;
        known.depth = Math.min(known.depth, depth);
      }
    }
  }
}

describe('what is expected of URLs that were never fetched', () => {
  it('is what pages of the same promise brought', () => {
    const links = Array.from({ length: 400 }, (_, at): [string, number] => [
      `p${at}`,
      at % 2 === 0 ? 0.85 : 0.15,
    ]);
    const web: Record<string, Web[string]> = { seed: [0.9, [...links, ['high', 0.81], ['low', 0.12]]] };
    for (const [at, [name]] of links.entries()) web[name] = [at % 8 === 0 || at % 20 === 1 ? 0.9 : 0.1, []];
    const graph = graphOf(web);
    const { bins, expected } = calibrate(graph);
    expect(bins.map(({ pages }) => pages)).toEqual([0, 200, 0, 0, 0, 0, 0, 0, 200, 0]);
    expect(expected(graph.pages.length)).toBeCloseTo(0.25, 1);
    expect(expected(graph.pages.length + 1)).toBeCloseTo(0.1, 1);
  });
});

describe('a graph', () => {
  it('begins with what no redirect, sitemap or robots.txt led to', () => {
    const pages = ['seed', 'moved'].map(
      (name, at): GraphPage => ({ url: url(name), at, depth: 0, counts: true }),
    );
    const graph = openGraph(pages);
    graph.links(0, undefined, [{ url: url('moved'), element: 'redirect' }], () => true);
    expect(graph.finish().seeds).toEqual([0]);
  });

  it.each([
    ['a page that was visited later', [0, 0], 1, 0, [0, 1]],
    ['a page that is deeper than a seed', [1, 0], 0, 1, [1]],
    ['itself', [0, 0], 0, 0, [0, 1]],
  ] as const)(
    'begins with a seed that %s redirects to or names as canonical',
    (_, depths, from, to, seeds) => {
      const names = ['first', 'second'];
      const graph = openGraph(
        names.map((name, at): GraphPage => ({ url: url(name), at, depth: depths[at] ?? 0, counts: true })),
      );
      graph.links(from, undefined, [{ url: url(names[to] ?? ''), element: 'redirect' }], () => true);
      expect(graph.finish().seeds).toEqual(seeds);
    },
  );

  it('begins with what was named as a seed, whatever led to it', () => {
    const pages = ['one', 'two'].map(
      (name, at): GraphPage => ({ url: url(name), at, depth: 0, counts: true }),
    );
    const graph = openGraph(pages, { named: new Set([url('two')]) });
    graph.links(0, undefined, [{ url: url('two'), element: 'redirect' }], () => true);
    expect(graph.finish().seeds).toEqual([0, 1]);
  });

  it('has each target of a page once, none that may not be fetched, and room for so many of those that were not', () => {
    const graph = openGraph([{ url: url('seed'), at: 0, depth: 0, counts: true }], { most: 2 });
    const names = ['one', 'one', 'no', 'two', 'three'];
    const links = names.map((name) => ({ url: url(name), element: 'a' as const }));
    graph.links(0, undefined, links, (target) => !target.endsWith('/no'));
    const { edges, unfetched, leftOut } = graph.finish();
    expect({ targets: [...edges(0)].map(({ target }) => target), unfetched, leftOut }).toEqual({
      targets: [1, 2],
      unfetched: 2,
      leftOut: 1,
    });
    expect(graph.wants(url('seed'))).toBeUndefined();
  });
});

describe('the marks of a curve', () => {
  it.each([
    [3, [1, 2, 3]],
    [40, [10, 20, 30, 40]],
    [700, [50, 100, 200, 500, 700]],
    [1_000, [50, 100, 200, 500, 1_000]],
  ])('of %i fetches', (fetches, marks) => {
    expect(marksOf(fetches)).toEqual(marks);
  });
});
