/** Entries on consecutive lines of a file. */
export interface ListPart {
  readonly file: string;
  /** Line of the first entry, from 1; 0 if the entries do not come from a file. */
  readonly line: number;
  /** One entry a line; an empty string for a line without an entry. */
  readonly entries: readonly string[];
}

/** A list of scope entries, from job.yaml, from files beside it, or from several of these. */
export type ScopeList = readonly ListPart[];

/** An entry of a list, and its file and line. */
export interface ListEntry {
  readonly text: string;
  /** File and line, such as `hosts.txt:88`; the file alone if the entry has no line. */
  readonly source: string;
}

export function* entriesOf(list: ScopeList): Generator<ListEntry> {
  for (const { file, line, entries } of list) {
    for (const [offset, text] of entries.entries()) {
      if (text !== '') yield { text, source: line === 0 ? file : `${file}:${line + offset}` };
    }
  }
}

/** Makes a list of entries that do not come from a file. @param origin where the entries come from, for messages */
export function listOf(entries: readonly string[], origin: string): ScopeList {
  return entries.length === 0 ? [] : [{ file: origin, line: 0, entries }];
}

export function textsOf(list: ScopeList): readonly string[] {
  return list.flatMap(({ entries }) => entries.filter((text) => text !== ''));
}
