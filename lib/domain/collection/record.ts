import type { DetectedLanguage } from '../analysis/detect-language.ts';
import type { Json } from '../base/json.ts';
import type { PageData } from '../document/data/page-data.ts';
import type { PageKind } from '../document/main-content/page-kind.ts';
import type { PageDirectives } from '../document/robots-directives.ts';
import type { Link } from '../links/link.ts';
import type { NearDuplicateOf } from '../near-duplicates/group.ts';
import type { UsagePreferences } from '../rights/preferences.ts';
import type { TopicVerdict } from '../topic/topic-verdict.ts';
import type { CanonicalUrl } from '../url/url.ts';

/** 32 lower-case hex digits: the identity of a record (`contentMd5`). */
export type Md5 = string;

export interface Heading {
  /** 1 to 6. */
  readonly level: number;
  readonly text: string;
}

/** A value that a user's `extract:` rule found in a page. */
export type FieldValue = string | number | boolean | null | readonly (string | number | boolean)[];

/** What a page is about, without what stands around it on every page of its site. */
export interface MainContent {
  /** What the page is for, as far as its markup and address tell. */
  readonly kind: PageKind;
  /** White space collapsed inside a block, blocks separated by a line feed; empty if nothing was found. */
  readonly text: string;
  /** The same as Markdown, if the job wants that. */
  readonly markdown?: string;
  /** As the page names its authors, several joined by a comma. */
  readonly author?: string;
  /** The day of publication that the page names, `YYYY-MM-DD`. */
  readonly published?: string;
}

/** Everything that is read from the bytes of a page alone: the same bytes give the same content. */
export interface PageContent {
  readonly md5: Md5;
  /** SHA-256 of the decoded body (content coding removed, character encoding not), 64 hex digits. */
  readonly digest: string;
  /** Essence of the media type, lower-case, for example `text/html`. */
  readonly mediaType: string;
  /** WHATWG name of the character encoding, lower-case. */
  readonly charset: string;
  readonly title: string;
  readonly headings: readonly Heading[];
  /** `name`, `property` or `http-equiv` of meta elements in lower case, with every `content` in document order. */
  readonly metadata: Readonly<Record<string, readonly string[]>>;
  /** Visible text without characters that nobody sees, white space collapsed inside a block, blocks separated by a line feed. */
  readonly text: string;
  /** The page is made by its scripts, which are not run: without them it shows nothing but what `noscript` says, which is no text. */
  readonly needsScripts?: true;
  /** Of HTML pages, if the job wants it (`content`). */
  readonly main?: MainContent;
  /** The whole page as Markdown (CommonMark, tables as GitHub has them), URLs absolute; of HTML pages, if the job wants it. */
  readonly markdown?: string;
  /** Of HTML pages, if the job wants it (`content.data`). */
  readonly data?: PageData;
  readonly links: readonly Link[];
  /** Number of further links of the page, beyond `links.maxPerPage`: not recorded and not followed. Absent: none. */
  readonly moreLinks?: number;
  /**
   * The canonical URL that the page declares, if it differs from the page's own. Absent if the page declares several.
   */
  readonly canonical?: CanonicalUrl;
  /** The `lang` of the root element, if present. */
  readonly language?: string;
  /** The language that the text is in, if the job wants to know it (`content.language`). */
  readonly detectedLanguage?: DetectedLanguage;
  /**
   * The smallest hashes of the phrases of the main content, or of the whole text where there is none: base64, 4 bytes each. If the
   * job looks for near-duplicates, and the text says enough.
   */
  readonly minHashes?: string;
  /** Meta robots directives for all crawlers or for this one. */
  readonly robots: PageDirectives;
  /** Verdict of the job's topic; absent if the job has no topic. */
  readonly topic?: TopicVerdict & {
    /** Present if the page was judged after its fetch, by a changed topic: epoch ms, and the version of the topic. */
    readonly judged?: { readonly at: number; readonly by: string };
  };
  /** Results of the job's `extract:` rules and of its plug-ins, by field name; absent if there are none. */
  readonly fields?: Readonly<Record<string, FieldValue>>;
  /** Results by name of the analysis (`analysis/analyses.ts`); absent if there are none. */
  readonly analysis?: Readonly<Record<string, Json>>;
  /** Plug-ins that failed on this page, each as `id: reason`; absent if none did. */
  readonly pluginFailures?: readonly string[];
}

/** What the answer tells about a page, other than its bytes. Dates in epoch milliseconds, sizes in bytes. */
export interface PageResponse {
  readonly url: CanonicalUrl;
  readonly status: number;
  /** The `Content-Type` header as received; empty if there is none. */
  readonly contentType: string;
  readonly etag?: string;
  /** The header as received: it is sent back unchanged in `If-Modified-Since`. */
  readonly lastModified?: string;
  readonly expires?: string;
  readonly date?: string;
  readonly server?: string;
  /** The IP address of the connection. */
  readonly address?: string;
  /** The `X-Robots-Tag` header, lines joined with a line feed. */
  readonly robotsTag?: string;
  /** The `Link` header, if it has links that count (`linksInHeader`). Needed to read the page again. */
  readonly linkHeader?: string;
  /** The `Refresh` header, read as a meta refresh, and the `Location` of a 300, a link. Needed to read the page again. */
  readonly refresh?: string;
  readonly location?: string;
  /** The headers of these names, as received. */
  readonly contentSignal?: string;
  readonly contentUsage?: string;
  readonly tdmReservation?: string;
  readonly tdmPolicy?: string;
  /** What the owner allows the page to be used for, by robots.txt, headers and meta elements. */
  readonly usage?: UsagePreferences;
  /**
   * Other directives of the owner: `nofollow`, `noarchive` (then no raw document is kept), `nosnippet`,
   * `unavailable_after: …`.
   */
  readonly directives?: readonly string[];
  readonly fetchedAt: number;
  /** Bytes on the wire, and after the content coding was removed. */
  readonly wireBytes: number;
  readonly bytes: number;
  /** Whether the body is longer than `fetch.maxBytes`; the rest was not read. */
  readonly truncated: boolean;
}

/** Results of earlier visits of a page. */
export interface PageHistory {
  /** Epoch milliseconds. */
  readonly firstVisited: number;
  /** Number of visits that found another content than the visit before. */
  readonly changes: number;
}

/**
 * What one analysis of the link graph says of a page. The numbers of each kind sum to 1 over all URLs of the graph
 * (`graph/page-ranks.ts`).
 */
export interface PageRanks {
  /** Epoch ms of the analysis, and the URLs that its graph had. */
  readonly at: number;
  readonly of: number;
  readonly pageRank: number;
  readonly pageRankBL: number;
  readonly netLocRank: number;
  readonly discounted: number;
  /** Absent: it is none. */
  readonly hub?: number;
  readonly authority?: number;
  /** Other sites that link to the page; those that vote as one count once. */
  readonly linkedBy: number;
}

/** A complete record of the collection, as indexers get it. */
export interface PageRecord extends Omit<PageContent, 'robots'> {
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
  /** The record that says nearly the same and stands for it; absent: there is none, or the job does not look for it. */
  readonly nearDuplicateOf?: NearDuplicateOf;
  /** Absent: `winnow ranks --write` has not written any since the record was made or its content changed. */
  readonly ranks?: PageRanks;
  /** History of `finalUrl`, whatever records it led to; absent if it had not been visited before. */
  readonly history?: PageHistory;
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
 * of version 1 has the lines of one turn, one of version 2 those of one or more turns, each turn's lines together.
 */
export interface ChangeLine {
  readonly v: 1 | 2;
  readonly job: string;
  readonly host: string;
  readonly turn: number;
  /** From 0, without gaps inside a turn. */
  readonly ordinal: number;
  /**
   * The host's turn before this one that has lines: a reader that has not read that turn has missed changes. In version 1
   * the number of the turn only. Absent if an early version of Winnow wrote the line.
   */
  readonly previous?: number | Predecessor;
  readonly change: 'created' | 'updated' | 'deleted';
  readonly md5: Md5;
  /**
   * Counts the changes of a record: the largest revision is the newest, whatever host made it. Absent in older lines.
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
