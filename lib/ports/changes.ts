import type { Line } from '../base/line.ts';

/**
 * Gives other lines for the lines that are there, or undefined to leave them. It is asked again until it leaves them: if
 * somebody else has put others meanwhile, the lines that it gave are not put. Not asked when there is no object.
 */
export type ReviseLines = (lines: readonly string[]) => Promise<readonly string[] | undefined>;

/** A changes object. */
export interface ChangesObject {
  /** Names it within its job (`domain/collection/changes-name.ts`). */
  readonly name: string;
  readonly key: string;
  /** Epoch ms of the put by the store's own clock; S3 gives whole seconds. */
  readonly at: number;
}

/** Selects changes objects of a job. */
export interface ChangesQuery {
  /** Only objects of version 1 of this host: each has one turn. */
  readonly host?: string;
  /** Only objects that were put at this time (epoch ms) or later. */
  readonly since?: number;
}

export interface ChangesPage {
  readonly objects: readonly ChangesObject[];
  /** Where the next page starts; absent on the last page. */
  readonly cursor?: string;
}

/**
 * Changes objects: what committed turns did to the collection, one JSON line each; they notify the indexers.
 * @throws WinnowError `full`, `unavailable`.
 */
export interface ChangeStore {
  /** Puts an object. A second put of the same name replaces it. Returns its key. */
  put(job: string, name: string, lines: readonly Line[]): Promise<string>;
  /** The lines of an object, or undefined. */
  read(job: string, name: string): Promise<readonly string[] | undefined>;
  /** Revises the lines of an object (`ReviseLines`). */
  revise(job: string, name: string, revise: ReviseLines): Promise<void>;
  /** The name that indexers and people know an object by. */
  key(job: string, name: string): string;
  /**
   * The objects of a query, at most `limit`; those with names of version 1 by host and turn or in the order of their puts,
   * the others in the order in which they were put or begun. A page may be short or empty and not be the last. Every
   * object that was stored before the first page was read is listed once.
   */
  list(job: string, query: ChangesQuery, limit: number, cursor?: string): Promise<ChangesPage>;
}

/**
 * Full records that a turn prepared without keeping their raw documents: a publisher needs them after a crash. An id says
 * whose they are (`domain/collection/staged-id.ts`).
 */
export interface StagedChanges {
  put(job: string, id: string, lines: readonly Line[]): Promise<void>;
  read(job: string, id: string): Promise<readonly string[] | undefined>;
  delete(job: string, id: string): Promise<void>;
  /** All ids of a job that begin so: there are few, because what is staged is deleted soon. */
  list(job: string, beginning?: string): Promise<readonly string[]>;
}
