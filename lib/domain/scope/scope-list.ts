/** Entries that stand one below the other in a file. */
export interface ListPart {
  readonly file: string;
  /** Of the first entry, from 1; 0 for what stands in no file. */
  readonly line: number;
  /** Entry by entry; empty where a line holds none. */
  readonly entries: readonly string[];
}

/** A list as it was written: in job.yaml, in files beside it, or in several of these. */
export type ScopeList = readonly ListPart[];

/** An entry of a list and where it stands. */
export interface ListEntry {
  readonly text: string;
  /** `hosts.txt:88`; the file alone for what has no line. */
  readonly source: string;
}

export function* entriesOf(list: ScopeList): Generator<ListEntry> {
  for (const { file, line, entries } of list) {
    for (const [offset, text] of entries.entries()) {
      if (text !== '') yield { text, source: line === 0 ? file : `${file}:${line + offset}` };
    }
  }
}

/** A list that stands in no file. @param whose where it comes from, for people */
export function listOf(entries: readonly string[], whose: string): ScopeList {
  return entries.length === 0 ? [] : [{ file: whose, line: 0, entries }];
}

export function textsOf(list: ScopeList): readonly string[] {
  return list.flatMap(({ entries }) => entries.filter((text) => text !== ''));
}
