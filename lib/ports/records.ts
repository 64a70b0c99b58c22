import type { Md5 } from '../base/page/page-content.ts';
import type { CanonicalUrl } from '../base/url/url.ts';

/** What the register keeps of a record: enough to list, count and find it. The rest is in its changes object. */
export interface RecordEntry {
  readonly md5: Md5;
  /** The URL that led to this record first; absent when that URL was removed and others still lead to the record. */
  readonly firstUrl?: CanonicalUrl;
  /** The number of URLs added and removed so far: the larger, the newer. */
  readonly revision: number;
  readonly title: string;
  readonly mediaType: string;
  /** Decoded bytes of the raw document. */
  readonly bytes: number;
  /** The smallest known depth. */
  readonly depth: number;
  /** Epoch ms. */
  readonly firstSeen: number;
  /** The line of a changes object that has the record's last full text. */
  readonly change: {
    readonly host: string;
    readonly turn: number;
    readonly ordinal: number;
    /** Name of the changes object. */
    readonly object: string;
  };
  /** Name of the raw document, when documents are kept. */
  readonly document?: string;
  /** The number of URLs that lead to the record, where the store counts them. */
  readonly members?: number;
  /** Digest over the targets of the page's links. The links of a duplicate with the same digest are not admitted again. */
  readonly targets: string;
  /** Its group of near-duplicates (`writePlace`); absent: it has none. */
  readonly group?: string;
}

/** What a removal left. */
export interface RemoveResult {
  /** No URL leads to the record any more; its entry stays for a sweeper. */
  readonly empty: boolean;
  readonly revision: number;
  /** From the entry, if that is empty. */
  readonly group?: string;
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
  /**
   * From the record as it is stored after the call: the caller's draft, if its URL made the record and no later turn has
   * stored another; else the stored draft. So is `document`.
   */
  readonly targets: string;
  readonly document?: string;
  readonly firstSeen: number;
}

export interface RecordPage {
  readonly records: readonly RecordEntry[];
  readonly cursor?: string;
}

/**
 * One record per content, however many URLs lead to it. `add` and `remove` are idempotent and safe under any
 * interleaving: no URL of a record is lost.
 * @throws WinnowError `unavailable`.
 */
export interface RecordStore {
  /**
   * Adds a URL to a record, and makes the record if there is none. `first` is true when this URL made the record, now or
   * earlier; then the draft replaces the stored one, unless that is of a later turn. Drafts of other URLs are dropped.
   */
  add(job: string, draft: RecordDraft, member: RecordUrl): Promise<AddResult>;
  /** Removes a URL from a record. */
  remove(job: string, md5: Md5, url: CanonicalUrl): Promise<RemoveResult>;
  /** Undefined when there is no record, or no URL leads to it. */
  record(job: string, md5: Md5): Promise<RecordEntry | undefined>;
  /** The number of URLs added to a record and removed from it, also when none leads to it now; 0: it never existed. */
  revision(job: string, md5: Md5): Promise<number>;
  /** Where the last full text of a record stands, also when no URL leads to it now; undefined: it never existed. */
  lastText(job: string, md5: Md5): Promise<RecordEntry['change'] | undefined>;
  /** The URLs of a record: the one that made it, then the others ascending; at most `limit`. */
  urls(job: string, md5: Md5, limit: number): Promise<readonly CanonicalUrl[]>;
  /**
   * Compares what the store keeps to know whether any URL leads to a record with the record's URLs.
   * @param mend corrects it
   * @returns whether it was wrong
   */
  recount(job: string, md5: Md5, mend: boolean): Promise<boolean>;
  /** Records that at least one URL leads to, by MD5 ascending. */
  records(job: string, limit: number, cursor?: string): Promise<RecordPage>;
  /**
   * The number of records that `records` lists. Reads every record: for people's questions, not for turns. Records that
   * were added in the last second may be missing.
   * @returns undefined when `signal` aborts before all are counted
   */
  count(job: string, signal: AbortSignal): Promise<number | undefined>;
}
