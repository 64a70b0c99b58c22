import type { CanonicalUrl } from '../../base/url/url.ts';
import { nothing } from '../building/page-columns.ts';
import type { Admitting, WebGraph } from '../building/web-graph.ts';
import { topOf } from '../distilling/scores.ts';
import type { PageRanks } from '../ranking/page-ranks.ts';
import { pageRanksOf, type RankKind, type RanksOptions, ranksOf } from '../ranking/page-ranks.ts';

/** A URL with what link analysis says of it. */
export interface RankRow {
  readonly url: CanonicalUrl;
  /** Outcome of its last visit; absent: the crawl has not visited it. */
  readonly outcome?: string;
  readonly best?: string;
  readonly ranks: PageRanks;
}

export interface RankReportOptions extends RanksOptions, Admitting {
  readonly by: RankKind;
  readonly top: number;
  /** Only pages whose best class is one of these; absent: all. */
  readonly classes?: ReadonlySet<string>;
  /** URLs that were not visited, in place of pages. */
  readonly unvisited?: boolean;
}

/** The URLs of most rank, best first. @param at epoch ms of the analysis */
export function rankReport(
  web: WebGraph,
  { by, top, classes, unvisited = false, admits = () => true, ...options }: RankReportOptions,
  at: number,
): readonly RankRow[] {
  const ranks = ranksOf(web, options);
  const isWanted = web.names.map((name) => classes?.has(name) === true);
  const isListed = (node: number): boolean =>
    (unvisited ? web.outcome[node] === nothing && admits(web.urls.urlOf(node)) : web.isPage[node] === 1) &&
    (classes === undefined || isWanted[web.best[node] as number] === true);
  const scores = ranks[by].map((score, node) => (isListed(node) ? score : 0));
  return topOf(scores, top).map((node) => rowFor(web, node, pageRanksOf(ranks, node, at)));
}

/** All URLs of a crawl with their ranks, in the order in which the crawl found them. */
export function* rankRows(web: WebGraph, options: RanksOptions, at: number): Generator<RankRow> {
  const ranks = ranksOf(web, options);
  for (let node = 0; node < web.urls.size(); node += 1) yield rowFor(web, node, pageRanksOf(ranks, node, at));
}

function rowFor({ urls, names, outcome, best }: WebGraph, node: number, ranks: PageRanks): RankRow {
  const [ended, one] = [outcome[node] as number, best[node] as number];
  return {
    url: urls.urlOf(node),
    ...(ended === nothing ? {} : { outcome: names[ended] as string }),
    ...(one === nothing ? {} : { best: names[one] as string }),
    ranks,
  };
}
