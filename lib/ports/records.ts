import type { Md5 } from '../domain/collection/record.ts';
import type { CanonicalUrl } from '../domain/url/url.ts';

/** What the register of records keeps of each: enough to list, count and find; the rest is in its changes object. */
export interface RecordEntry {
  readonly md5: Md5;
  /** The URL that made the record; absent when that one was removed and others hold it. */
  readonly firstUrl?: CanonicalUrl;
  /** How many times a URL was added or removed: a larger one is newer. */
  readonly revision: number;
  readonly title: string;
  readonly mediaType: string;
  /** Decoded bytes of the raw document. */
  readonly bytes: number;
  /** The smallest known. */
  readonly depth: number;
  /** Epoch ms. */
  readonly firstSeen: number;
  /** Where its last full text stands: the line of a changes object. */
  readonly change: { readonly host: string; readonly turn: number; readonly ordinal: number };
  /** Key of the raw document, when documents are kept. */
  readonly document?: string;
  /** How many URLs lead to it, where the store counts them. */
  readonly members?: number;
  /** Digest over the targets of its links: an exact duplicate with the same targets need not admit them again. */
  readonly targets: string;
}

export interface RecordUrl {
  readonly url: CanonicalUrl;
  readonly at: number;
  readonly depth: number;
}

export type RecordDraft = Omit<RecordEntry, 'revision' | 'firstUrl' | 'firstSeen' | 'depth' | 'members'>;

export interface AddResult {
  /** This URL made the record, now or earlier. */
  readonly first: boolean;
  readonly revision: number;
  /** The record as it stands now: the adder's own draft when it is first and none of a later turn is stored, else the one of whoever was. */
  readonly targets: string;
  readonly document?: string;
  readonly firstSeen: number;
}

export interface RecordPage {
  readonly records: readonly RecordEntry[];
  readonly cursor?: string;
}

/**
 * One record per content, whatever number of URLs lead to it. Adding and removing are idempotent and safe under
 * any interleaving: no membership is lost.
 * @throws WinnowError `unavailable`.
 */
export interface RecordStore {
  /**
   * Adds a URL to a record, making it if there is none. The adder is `first` when its URL made the record (also
   * when it says so again), and then its draft replaces the stored one, unless that is of a later turn; the others'
   * drafts are dropped.
   */
  add(job: string, draft: RecordDraft, member: RecordUrl): Promise<AddResult>;
  /** Removes a URL from a record. `empty`: no URL leads to it any more. The entry itself stays for a sweeper. */
  remove(
    job: string,
    md5: Md5,
    url: CanonicalUrl,
  ): Promise<{ readonly empty: boolean; readonly revision: number }>;
  /** Undefined when there is none or no URL leads to it. */
  record(job: string, md5: Md5): Promise<RecordEntry | undefined>;
  /** How many times a URL was added to a record or removed, also when none leads to it any more; 0: there never was one. */
  revision(job: string, md5: Md5): Promise<number>;
  /** The URLs of a record, the one that made it first, then ascending, at most `limit`. */
  urls(job: string, md5: Md5, limit: number): Promise<readonly CanonicalUrl[]>;
  /**
   * Whether what the store keeps of a record to know whether any URL leads to it is not what its URLs say.
   * @param mend sets it right
   */
  recount(job: string, md5: Md5, mend: boolean): Promise<boolean>;
  /** Records that at least one URL leads to, by MD5 ascending. */
  records(job: string, limit: number, cursor?: string): Promise<RecordPage>;
  /**
   * How many `records` would list; beside writers it may miss those of the last second. Reads every record: for people's
   * questions, not for turns.
   * @returns undefined when `signal` was aborted before all were counted
   */
  count(job: string, signal: AbortSignal): Promise<number | undefined>;
}
