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
