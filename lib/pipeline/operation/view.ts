/**
 * How values of a column are written: `count` in groups of digits, `bytes` by thousands, `time` is epoch ms, `number` as it is; a
 * face can make a link of a `url`. Numbers stand right.
 */
export type Unit = 'text' | 'url' | 'count' | 'bytes' | 'number' | 'time';

interface ColumnHead {
  readonly title: string;
  readonly unit: Unit;
  /** Characters that fit in a line of a terminal; absent: all. */
  readonly width?: number;
}

type Value = string | number | undefined;

type PartOf<Row> = { [K in keyof Row]-?: Row[K] extends Value ? K : never }[keyof Row];

export interface ViewColumn<Row> {
  readonly title: string;
  /** Absent: `text`. */
  readonly unit?: Unit;
  readonly width?: number;
  /** Of a row; or the name of its part. */
  readonly value: PartOf<Row> | ((row: Row) => Value);
}

export type ViewBlock =
  | {
      readonly kind: 'table';
      /** Stands above it. */
      readonly title?: string;
      readonly columns: readonly ColumnHead[];
      readonly rows: readonly (readonly Value[])[];
    }
  | { readonly kind: 'facts'; readonly pairs: readonly Fact[] }
  /** `level`: how far below the note before it. `isBeside`: it is about the result, and no part of it. */
  | { readonly kind: 'note'; readonly text: string; readonly level: number; readonly isBeside?: true }
  /** What makes a program end with a failure; with a text, which is told beside the result. */
  | { readonly kind: 'failure'; readonly text?: string }
  /** There is another page, from this cursor on. */
  | { readonly kind: 'more'; readonly cursor: string };

/** Groups of blocks, with space between the groups. Texts may come from the web: a face takes out what it would obey. */
export type View = readonly (readonly ViewBlock[])[];

/** A name and its value; a fact without a value is left out. */
export type Fact = readonly [name: string, value: string | undefined];

export function table<Row>(
  columns: readonly ViewColumn<Row>[],
  rows: readonly Row[],
  title?: string,
): ViewBlock {
  return {
    kind: 'table',
    columns: columns.map(({ value: _, unit = 'text', ...head }) => ({ ...head, unit })),
    rows: rows.map((row) =>
      columns.map(({ value }) => (typeof value === 'function' ? value(row) : (row[value] as Value))),
    ),
    ...(title === undefined ? {} : { title }),
  };
}

export function facts(pairs: readonly Fact[]): ViewBlock {
  return { kind: 'facts', pairs };
}

export function note(text: string): ViewBlock {
  return { kind: 'note', text, level: 0 };
}

/** A note about the result, which a program tells beside it. */
export function beside(text: string): ViewBlock {
  return { kind: 'note', text, level: 0, isBeside: true };
}

/** That something failed. @param text told beside the result */
export function failure(text?: string): ViewBlock {
  return { kind: 'failure', ...(text === undefined ? {} : { text }) };
}

/** A note that belongs to the one before it. */
export function detail(text: string, level = 1): ViewBlock {
  return { kind: 'note', text, level };
}

/** A note with lines below it; nothing where there are no lines. */
export function headed(head: string, lines: readonly string[]): readonly ViewBlock[] {
  return lines.length === 0 ? [] : [note(head), ...lines.map((line) => detail(line))];
}

/** The end of a page; nothing where it is the last. */
export function more(cursor: string | undefined): View {
  return cursor === undefined ? [] : [[{ kind: 'more', cursor }]];
}
