import type { RankFields } from '../../graph/ranks.ts';

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
 * What capabilities have a record say of a page, beside its content and its visit. A capability declares its own field
 * beside its part (`declare module`); here and in `recordSchema` it is named; a turn tells it with the page (`OutboxPage`), and a record that is written again keeps it.
 */
export interface ToldFields extends HistoryFields, RankFields {}

const names = {
  history: 'page',
  nearDuplicateOf: 'register',
  ranks: 'page',
  standIn: 'page',
} as const satisfies Readonly<Record<keyof ToldFields, 'page' | 'register'>>;
const sources: ReadonlyMap<string, 'page' | 'register'> = new Map(Object.entries(names));

/** The fields that are told with the page, and no others: what the register tells is found out anew (`Publisher.register`). */
export function toldOf(from: ToldFields): ToldFields {
  const told = Object.entries(from).filter(
    ([name, value]) => sources.get(name) === 'page' && value !== undefined,
  );
  return Object.fromEntries(told) as ToldFields;
}

/** All fields but those that are told. */
export function withoutTold<T extends ToldFields>(from: T): Omit<T, keyof ToldFields> {
  const rest = Object.entries(from).filter(([name]) => !sources.has(name));
  return Object.fromEntries(rest) as Omit<T, keyof ToldFields>;
}
