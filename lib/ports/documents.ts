/**
 * Raw documents of a collection: gzip, immutable, named by what they hold.
 * @throws WinnowError `full` when there is no room, `unavailable`.
 */
export interface DocumentStore {
  /**
   * Keeps the gzip of `body` under `<md5>-<first 16 digits of digest>`; nothing is done when it is there. Returns its key.
   * `gzip`: one of it that is there already, to be kept as it is. `replace`: what is there is damaged, and is written over.
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
  /** The gzip bytes, or undefined. `key` as `put` or `key` gave it. */
  read(key: string): Promise<Uint8Array | undefined>;
  key(job: string, md5: string, digest: string): string;
  /** The documents of a job by MD5 ascending, about `limit` of them: there may be none on a page that is not the last. */
  list(job: string, limit: number, cursor?: string): Promise<DocumentPage>;
}

export interface DocumentName {
  readonly key: string;
  readonly md5: string;
}

export interface DocumentPage {
  readonly documents: readonly DocumentName[];
  /** Where to go on; absent: that is all. */
  readonly cursor?: string;
}

/** That a turn put a changes object. */
export interface ChangesObject {
  readonly host: string;
  readonly turn: number;
  readonly key: string;
  /** Epoch ms by the store's own clock at which it was put, in S3 in whole seconds. */
  readonly at: number;
}

/** Which changes objects of a job. */
export interface ChangesQuery {
  /** Only those of this host, of turns after `afterTurn`. */
  readonly host?: string;
  readonly afterTurn?: number;
  /** Put at this time (epoch ms) or later. */
  readonly since?: number;
}

export interface ChangesPage {
  readonly objects: readonly ChangesObject[];
  /** Where to go on; absent: that is all. */
  readonly cursor?: string;
}

/**
 * Changes objects: what a committed turn did to the collection, one JSON line each; they notify the indexers.
 * @throws WinnowError `full`, `unavailable`.
 */
export interface ChangeStore {
  /** Puts the object of a turn; putting the same turn again replaces it by the same content. Returns its key. */
  put(job: string, host: string, turn: number, lines: readonly string[]): Promise<string>;
  /** The lines of a turn, or undefined. */
  read(job: string, host: string, turn: number): Promise<readonly string[] | undefined>;
  key(job: string, host: string, turn: number): string;
  /**
   * The objects that a query asks for, those of one host by turn ascending, at most `limit`; there may be fewer, or
   * none, on a page that is not the last. Every object that was there before the first page was asked for is listed once.
   */
  list(job: string, query: ChangesQuery, limit: number, cursor?: string): Promise<ChangesPage>;
}

/** Full records that a turn prepared and whose raw documents are not kept: what a publisher after a crash needs. */
export interface StagedChanges {
  put(job: string, id: string, lines: readonly string[]): Promise<void>;
  read(job: string, id: string): Promise<readonly string[] | undefined>;
  delete(job: string, id: string): Promise<void>;
}
