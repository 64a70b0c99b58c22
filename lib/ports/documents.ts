import type { BundleEntry } from '../archive/bundle-index.ts';
import type { FetchedDocument, PageMember } from '../archive/page-member.ts';

/**
 * Raw documents of a collection: pages as they came, in bundles of their job, which are WARC files. A name says where the
 * bytes are, not what they are; a name of earlier versions (`documents/…`) is read and listed, and never given again.
 * @throws WinnowError `full` when there is no room, `unavailable`.
 */
export interface DocumentStore {
  /** A page as a member of a bundle. Stores nothing. */
  encode(document: FetchedDocument): Promise<PageMember>;
  /**
   * Stores members next to each other, each once for each call. When it resolves they are there for good; when it rejects
   * the names are nobody's. @returns their names, in order
   */
  put(job: string, members: readonly PageMember[]): Promise<readonly string[]>;
  /**
   * The bytes at the place that a name says, as many of them as there are; undefined when no such file is there
   * (`storedDocument` decodes them). @param name from `put`, or of earlier versions
   */
  read(name: string): Promise<Uint8Array | undefined>;
  /**
   * The documents of a job that earlier versions stored, by MD5 ascending, about `limit` of them. A page may be empty and
   * not be the last.
   */
  list(job: string, limit: number, cursor?: string): Promise<DocumentPage>;
  /** The bundles of a job by key, at most `limit`. */
  bundles(job: string, limit: number, cursor?: string): Promise<BundlePage>;
  /**
   * The pages of a bundle by offset, also of one that is being written or was cut off; empty when there is no such bundle.
   * @throws WinnowError `corrupt`
   */
  entries(bundle: string): Promise<readonly BundleEntry[]>;
}

/** A document in the form of earlier versions. */
export interface DocumentName {
  readonly key: string;
  readonly md5: string;
}

export interface DocumentPage {
  readonly documents: readonly DocumentName[];
  /** Where the next page starts; absent on the last page. */
  readonly cursor?: string;
}

export interface BundlePage {
  readonly bundles: readonly BundleFile[];
  /** Where the next page starts; absent on the last page. */
  readonly cursor?: string;
}

export interface BundleFile {
  readonly key: string;
  readonly bytes: number;
}
