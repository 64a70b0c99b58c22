/** Results of earlier visits of a page. */
export interface PageHistory {
  /** Epoch milliseconds. */
  readonly firstVisited: number;
  /** Number of visits that found another content than the visit before. */
  readonly changes: number;
}

interface HistoryFields {
  /** History of `finalUrl`, whatever records it led to; absent if it had not been visited before. */
  readonly history?: PageHistory;
}

/**
 * What a record says of a page beside its content and its visit. A capability declares its own field (`declare module`) and has its
 * schema (`lib/capabilities/explainers.ts`); a turn tells it with the page (`OutboxPage`), and a record that is written again keeps it.
 */
export interface ToldFields extends HistoryFields {}

/** What is told among the fields of a record or page, whoever tells it. @param known the names of all others */
export function toldBeside(known: ReadonlySet<string>, from: ToldFields): ToldFields {
  const told = Object.entries(from).filter(([name, value]) => value !== undefined && !known.has(name));
  return Object.fromEntries(told);
}
