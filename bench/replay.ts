/**
 * What `winnow replay` and `winnow compare` cost: a made-up crawl of so many pages with 60 links each, a third of them to pages that were
 * never fetched. `node --expose-gc bench/replay.ts [pages]`, by default 100,000.
 */

import type { CanonicalUrl } from '../lib/base/url/url.ts';
import { crawlOf, openNumbering } from '../lib/capabilities/replay/compare/compared-crawl.ts';
import { figuresOf } from '../lib/capabilities/replay/compare/figures.ts';
import { type GraphLink, type GraphPage, openGraph } from '../lib/capabilities/replay/crawl-graph.ts';
import { calibrate } from '../lib/capabilities/replay/expectation.ts';
import { policyOf } from '../lib/capabilities/replay/replay.ts';
import { replay } from '../lib/capabilities/replay/simulate.ts';
import { defaultFocus, type FocusSettings } from '../lib/domain/focus/focus-settings.ts';
import { seededRandom } from '../test/support/seeded-random.ts';

const pages = Number(process.argv[2] ?? 100_000);
const linksOfPage = 60;
const hosts = 5_000;
const random = seededRandom(7);

const urlOf = (page: number): CanonicalUrl =>
  `https://www${page % hosts}.example.org/articles/2026/${page}-what-the-title-says.html` as CanonicalUrl;
const megabytes = (): number => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return Math.round((heapUsed + external) / 1e6);
};
const seconds = (since: number): string => ((performance.now() - since) / 1_000).toFixed(1);

const empty = megabytes();
let start = performance.now();
const visited = Array.from({ length: pages }, (_, page): GraphPage => {
  const relevance = random() ** 2;
  const relevant = relevance >= 0.5;
  const verdict = { relevance, relevant, crawlOnly: false };
  return { url: urlOf(page), at: page, depth: page < 10 ? 0 : 1, verdict, counts: relevant };
});
const builder = openGraph(visited);
for (let page = 0; page < pages; page += 1) {
  const links = Array.from({ length: linksOfPage }, (): GraphLink => {
    const target = Math.floor(random() * pages * (random() < 1 / 3 ? 20 : 1));
    return { url: urlOf(target), element: 'a', score: Math.round(random() * 1_000) / 1_000 };
  });
  builder.links(page, undefined, links, () => true);
}
const graph = builder.finish();
console.log(`${pages} pages, ${graph.links} links, ${graph.unfetched} URLs never fetched`);
console.log(`graph: ${seconds(start)} s, ${megabytes() - empty} MB`);

const policies: Readonly<Record<string, FocusSettings>> = {
  soft: { ...defaultFocus, mode: 'soft' },
  hard: defaultFocus,
  'breadth-first': { ...defaultFocus, mode: 'unfocused' },
};
for (const [name, focus] of Object.entries(policies)) {
  start = performance.now();
  const { found, unfetched } = replay(graph, policyOf(focus, 0), undefined);
  const told = `${found.length} fetches, ${unfetched} URLs passed over, ${found.at(-1)} found`;
  console.log(`${name}: ${seconds(start)} s, ${told}, ${megabytes() - empty} MB afterwards`);
}
start = performance.now();
const { expected } = calibrate(graph);
const { found } = replay(graph, policyOf(policies.soft ?? defaultFocus, 0), expected);
console.log(`soft, expected: ${seconds(start)} s, ${found.at(-1)?.toFixed(0)} found`);

const votes = new Map(
  Array.from({ length: pages }, (_, page) => {
    const targets = [...graph.edges(page)].flatMap(({ target }) => (target < pages ? [target] : []));
    return [page, { targets }] as const;
  }),
);
const numberings = { urls: openNumbering(), hosts: openNumbering(), contents: openNumbering() };
const before = megabytes();
start = performance.now();
const { order } = replay(graph, policyOf(defaultFocus, 0), undefined);
const crawls = [[...graph.pages.keys()], order].map((fetched, at) =>
  crawlOf(String(at), graph, { order: fetched, votes, numberings, isReplay: at > 0 }),
);
console.log(`two crawls to compare: ${seconds(start)} s, ${megabytes() - before} MB`);
start = performance.now();
const best = { authorities: [], servers: [], hubs: [] };
const figures = figuresOf(
  crawls.map((crawl) => ({ crawl, best })),
  [],
);
console.log(`${figures.length} figures without the best resources: ${seconds(start)} s`);
