/**
 * Raw documents of a collection: gzip, immutable, named by what they hold.
 * @throws WinnowError `full` when there is no room, `unavailable`.
 */
export interface DocumentStore {
  /**
   * Keeps the gzip of `body` under `<md5>-<first 16 digits of digest>`; nothing is done when it is there. Returns its key.
   * `gzip`: one of it that is there already, to be kept as it is.
   */
  put(
    job: string,
    document: {
      readonly md5: string;
      readonly digest: string;
      readonly body: Uint8Array;
      readonly gzip?: Uint8Array;
      readonly contentType: string;
    },
  ): Promise<string>;
  /** The gzip bytes, or undefined. `key` as `put` or `key` gave it. */
  read(key: string): Promise<Uint8Array | undefined>;
  key(job: string, md5: string, digest: string): string;
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
}

/** Full records that a turn prepared and whose raw documents are not kept: what a publisher after a crash needs. */
export interface StagedChanges {
  put(job: string, id: string, lines: readonly string[]): Promise<void>;
  read(job: string, id: string): Promise<readonly string[] | undefined>;
  delete(job: string, id: string): Promise<void>;
}
