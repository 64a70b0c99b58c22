import type { Said } from './said.ts';

/** What an operation makes, by what it is asked for. */
export interface MadeKind {
  /** Many files; absent: one. */
  readonly isFolder?: true;
  /** A folder that an earlier request to this consumer made is carried on. */
  readonly updates?: string;
  /** What the file, or the folder, is called where nobody says. */
  readonly name: string;
  /** Media type of the file; of a folder, of its archive. */
  readonly type: string;
}

/** How far the work has come. */
export interface MadeProgress {
  readonly done: number;
  /** Of so many; absent: nobody knows. */
  readonly of?: number;
}

/** A file that lists others, a line each, and is carried on. A line names its file as a link of Markdown, and ends with its key. */
export interface ListChange {
  readonly file: string;
  /** Keys whose lines go, with the files that only these name. */
  readonly without: ReadonlySet<string>;
  /** Stands at the top of the file, where there is none yet. */
  readonly head: string;
  readonly lines: readonly string[];
}

/** What comes of an operation that makes files, piece by piece; a face keeps the pieces in their order. */
export type Made =
  /** Bytes behind those that the file has so far; `isRecord`: those of one record. */
  | { readonly file: string; readonly bytes: Uint8Array; readonly isRecord?: true }
  /** A file in one piece: it is put in its place at once. */
  | { readonly file: string; readonly whole: Uint8Array }
  | { readonly list: ListChange }
  /** With this in hand a later request goes on behind what came so far. */
  | { readonly mark: object }
  | { readonly progress: MadeProgress }
  /** Everything was made. Whoever asks for more has put the files in their places. */
  | { readonly made: object }
  | Said;

/** Room for what is not part of a file yet. Names: letters, digits, `-`. */
export interface Scratch {
  put(name: string, bytes: Uint8Array): void;
  /** @throws WinnowError `corrupt` for what was never put */
  read(name: string): Uint8Array;
}
