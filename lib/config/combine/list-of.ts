import type { Imported } from './imported.ts';

/** Longer lists are easier to look after in a file of their own. */
const maxInline = 100;

/** Where a list goes: a key of job.yaml; a long one into a file beside it, and what names that file. */
export interface ListPlace {
  readonly path: string;
  readonly file: string;
  readonly naming: { readonly path: string; readonly value: unknown };
  /** What it was in Combine. */
  readonly title: string;
}

/** An entry of a list, and where it stood. */
export interface ListedLine {
  readonly line: string;
  readonly source: string;
}

/** A list of lines with their sources; nothing when it is empty. */
export function listOf(
  { path, file, naming, title }: ListPlace,
  entries: readonly ListedLine[],
): Pick<Imported, 'lines' | 'files'> {
  if (entries.length === 0) return { lines: [], files: {} };
  if (entries.length > maxInline) {
    const text = `# ${title}\n${entries.map(({ line }) => `${line}\n`).join('')}`;
    return { lines: [{ ...naming, comment: title }], files: { [file]: text } };
  }
  const value = entries.map(({ line }) => line);
  const comments = entries.map(({ source }) => source);
  return { lines: [{ path, value, comment: title, comments }], files: {} };
}
