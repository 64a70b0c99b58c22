/**
 * What one analysis of the link graph says of a page. The numbers of each kind sum to 1 over all URLs of the graph
 * (`graph/page-ranks.ts`).
 */
export interface PageRanks {
  /** Epoch ms of the analysis, and the URLs that its graph had. */
  readonly at: number;
  readonly of: number;
  readonly pageRank: number;
  readonly pageRankBL: number;
  readonly netLocRank: number;
  readonly discounted: number;
  /** Absent: it is none. */
  readonly hub?: number;
  readonly authority?: number;
  /** Other sites that link to the page; those that vote as one count once. */
  readonly linkedBy: number;
}

/** What link analysis adds to a record. */
export interface RankFields {
  /** Absent: `winnow ranks --write` has not written any since the record was made or its content changed. */
  readonly ranks?: PageRanks;
}
