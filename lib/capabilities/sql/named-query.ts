/** A question that Winnow ships: `winnow sql --named NAME`. */
export interface NamedQuery {
  readonly name: string;
  /** What it asks, in one line. */
  readonly title: string;
  /** How to read the answer, and where the question comes from. */
  readonly explanation: string;
  /** Values that people give, with their defaults (null: there is none); in the text they stand as `:name`. */
  readonly parameters?: Readonly<Record<string, string | number | null>>;
  /** In words that SQLite, DuckDB and Athena have in common. */
  readonly sql: string;
}

/** Values of `:name` in a question. */
export type QueryValues = Readonly<Record<string, string | number>>;
