import type { BundleEntry } from '../archive/bundles.ts';
import type { FetchedDocument, PageMember } from '../archive/documents.ts';

/**
 * Raw documents of a collection: pages as they came, in bundles of their job, which are WARC files. A name says where the
 * bytes are, not what they are.
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
   * (`storedDocument` decodes them). @param name from `put`
   */
  read(name: string): Promise<Uint8Array | undefined>;
  /** The bundles of a job by key, at most `limit`. */
  bundles(job: string, limit: number, cursor?: string): Promise<BundlePage>;
  /**
   * The pages of a bundle by offset, also of one that is being written or was cut off; empty when there is no such bundle.
   * @param isWanted absent: all of them
   * @throws WinnowError `corrupt`
   */
  entries(bundle: string, isWanted?: (entry: BundleEntry) => boolean): Promise<readonly BundleEntry[]>;
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
