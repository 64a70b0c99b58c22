import type { Md5, PageContent } from '../../base/page/page-content.ts';
import type { PageFetch } from '../../base/page/page-fetch.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import type { RecordedWishes } from '../../rules/rights.ts';
import type { ToldFields } from './told-fields.ts';

/** What the answer tells about a page, and what its owner allows by it. */
export interface PageResponse extends PageFetch, RecordedWishes {}

/** A complete record of the collection, as indexers get it. */
export interface PageRecord extends Omit<PageContent, 'robots'>, ToldFields {
  /** The URL by which the content was fetched, after all redirects. */
  readonly finalUrl: CanonicalUrl;
  /** URLs that led to this content when the line was written. The first one created the record. */
  readonly urls: readonly CanonicalUrl[];
  readonly depth: number;
  readonly response: Omit<PageResponse, 'url'>;
  /** Epoch milliseconds. */
  readonly firstSeen: number;
  readonly lastChecked: number;
  readonly lastChanged: number;
}

/** The version of what indexers read: change lines, snapshots and points. */
export const eventVersion = 2;

/** The last turn of the host before a change that has lines. */
export interface Predecessor {
  /** 0: there is none. */
  readonly turn: number;
  /** Key of the changes object that has the lines of that turn; absent if there is none. */
  readonly object?: string;
}

/**
 * One line of a changes object. (job, host, turn, ordinal) identifies the line; a missing ordinal shows a gap. An object
 * has the lines of one or more turns, each turn's lines together.
 */
export interface ChangeLine {
  readonly v: 2;
  readonly job: string;
  readonly host: string;
  readonly turn: number;
  /** From 0, without gaps inside a turn. */
  readonly ordinal: number;
  /** The host's turn before this one that has lines: a reader that has not read that turn has missed changes. Absent: not known. */
  readonly previous?: Predecessor;
  readonly change: 'created' | 'updated' | 'deleted';
  readonly md5: Md5;
  /**
   * Counts the changes of a record: the largest revision is the newest, whatever host made it.
   */
  readonly revision?: number;
  /** Epoch milliseconds. */
  readonly at: number;
  /** The URL whose visit made this change. */
  readonly url: CanonicalUrl;
  /** The record after the change; absent if it was deleted. */
  readonly record?: PageRecord;
  /** Why the record was deleted or lost a URL: the class of outcome of that URL. */
  readonly cause?: string;
  /** Name of the raw document, if the job keeps documents. */
  readonly document?: string;
}

/** The last line of a snapshot; all others are change lines. A snapshot without it is incomplete. */
export interface SnapshotEnd {
  readonly v: 2;
  readonly snapshot: {
    readonly job: string;
    /** Lines before this one. */
    readonly records: number;
    /** The point from which to replay or follow changes after the snapshot: a time, ISO 8601. */
    readonly point: string;
    /**
     * Number of records without a line in the snapshot: their change is published after the point, or their changes
     * object was deleted. Absent: none.
     */
    readonly missing?: number;
  };
}

/**
 * A line between the change lines of a follower: all changes that were published before this point have been passed on.
 */
export interface PointLine {
  readonly v: 2;
  readonly point: string;
}
