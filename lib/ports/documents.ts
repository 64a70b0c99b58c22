/**
 * Raw documents of a collection: gzip, immutable, named by their content.
 * @throws WinnowError `full` when there is no room, `unavailable`.
 */
export interface DocumentStore {
  /**
   * Stores the gzip of `body` under `<md5>-<first 16 digits of digest>`, unless a document has that name. Returns its key.
   * `gzip`: `body` compressed already, stored as given. `replace`: the stored document is damaged and is written over.
   */
  put(
    job: string,
    document: {
      readonly md5: string;
      readonly digest: string;
      readonly body: Uint8Array;
      readonly gzip?: Uint8Array;
      readonly contentType: string;
      readonly replace?: boolean;
    },
  ): Promise<string>;
  /** The gzip bytes, or undefined. `key`: from `put` or `key`. */
  read(key: string): Promise<Uint8Array | undefined>;
  key(job: string, md5: string, digest: string): string;
  /** The documents of a job by MD5 ascending, about `limit` of them. A page may be empty and not be the last. */
  list(job: string, limit: number, cursor?: string): Promise<DocumentPage>;
}

export interface DocumentName {
  readonly key: string;
  readonly md5: string;
}

export interface DocumentPage {
  readonly documents: readonly DocumentName[];
  /** Where the next page starts; absent on the last page. */
  readonly cursor?: string;
}

/** A changes object that a turn put. */
export interface ChangesObject {
  readonly host: string;
  readonly turn: number;
  readonly key: string;
  /** Epoch ms of the put by the store's own clock; S3 gives whole seconds. */
  readonly at: number;
}

/** Selects changes objects of a job. */
export interface ChangesQuery {
  /** Only objects of this host; with `afterTurn`, only of later turns. */
  readonly host?: string;
  readonly afterTurn?: number;
  /** Only objects that were put at this time (epoch ms) or later. */
  readonly since?: number;
}

export interface ChangesPage {
  readonly objects: readonly ChangesObject[];
  /** Where the next page starts; absent on the last page. */
  readonly cursor?: string;
}

/**
 * Changes objects: what a committed turn did to the collection, one JSON line each; they notify the indexers.
 * @throws WinnowError `full`, `unavailable`.
 */
export interface ChangeStore {
  /** Puts the object of a turn. A second put of the same turn replaces it with the same content. Returns its key. */
  put(job: string, host: string, turn: number, lines: readonly string[]): Promise<string>;
  /** The lines of a turn, or undefined. */
  read(job: string, host: string, turn: number): Promise<readonly string[] | undefined>;
  key(job: string, host: string, turn: number): string;
  /**
   * The objects of a query, at most `limit`; with `host`, by turn ascending. A page may be short or empty and not be the
   * last. Every object that was stored before the first page was read is listed once.
   */
  list(job: string, query: ChangesQuery, limit: number, cursor?: string): Promise<ChangesPage>;
}

/** Full records that a turn prepared without keeping their raw documents: a publisher needs them after a crash. */
export interface StagedChanges {
  put(job: string, id: string, lines: readonly string[]): Promise<void>;
  read(job: string, id: string): Promise<readonly string[] | undefined>;
  delete(job: string, id: string): Promise<void>;
}
