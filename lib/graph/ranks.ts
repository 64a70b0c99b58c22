/** Ranks of pages, in a graph and in a record. */
export { pageRank } from './ranking/page-rank.ts';
export {
  areOther,
  discountedRank,
  type PageRanks,
  pageRanksOf,
  type RankKind,
  type RanksOptions,
  rankKinds,
  ranksOf,
} from './ranking/page-ranks.ts';
export { openRankedPages, type RankedPage } from './ranking/ranked-page.ts';
