import type { Json } from '../base/json.ts';
import type { PageDirectives } from '../document/robots-directives.ts';
import type { Link } from '../links/link.ts';
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

/** What is read out of the bytes of a page, and of nothing else: the same bytes give the same content. */
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
  /** Visible text, white space collapsed inside a block, blocks separated by a line feed. */
  readonly text: string;
  readonly links: readonly Link[];
  /** Links that the page has beyond these (`links.maxPerPage`): neither recorded nor followed. Absent: none. */
  readonly moreLinks?: number;
  /** The canonical URL that the page names, when it is another than its own; absent too when it names several. */
  readonly canonical?: CanonicalUrl;
  /** The `lang` of the root element, when it is given. */
  readonly language?: string;
  /** Meta robots directives for all crawlers or for ours. */
  readonly robots: PageDirectives;
  /** What the job's topic filter says of it; absent when the job has no topic. */
  readonly topic?: TopicVerdict & {
    /** Not when it was fetched but later, by a changed topic: epoch ms, and the version of the topic. */
    readonly judged?: { readonly at: number; readonly by: string };
  };
  /** Results of the job's `extract:` rules, and of its analysers, by field name; absent when there are none. */
  readonly fields?: Readonly<Record<string, FieldValue>>;
  /** What was made of the content, by the name of each analysis (`analysis/analyses.ts`); absent when there is none. */
  readonly analysis?: Readonly<Record<string, Json>>;
  /** Plug-ins that had nothing to say as they failed, each as `id: why`; absent when none did. */
  readonly pluginFailures?: readonly string[];
}

/** What the answer said about a page beside its bytes. Dates in epoch milliseconds, sizes in bytes. */
export interface PageResponse {
  readonly url: CanonicalUrl;
  readonly status: number;
  /** The `Content-Type` header as it came, or empty. */
  readonly contentType: string;
  readonly etag?: string;
  /** The header as it came: it is sent back word for word in `If-Modified-Since`. */
  readonly lastModified?: string;
  readonly expires?: string;
  readonly date?: string;
  readonly server?: string;
  /** The IP address that was connected to. */
  readonly address?: string;
  /** The `X-Robots-Tag` header, lines joined with a line feed. */
  readonly robotsTag?: string;
  /** The `Link` header, when it has links that count (`linksInHeader`): the page could not be read again without it. */
  readonly linkHeader?: string;
  /** The headers of these names, as they came. */
  readonly contentSignal?: string;
  readonly contentUsage?: string;
  readonly tdmReservation?: string;
  readonly tdmPolicy?: string;
  /** What the owner says that the page may be used for, in robots.txt, headers and meta elements. */
  readonly usage?: UsagePreferences;
  /** What else the owner asks for: `nofollow`, `noarchive` (then no raw document is kept), `nosnippet`, `unavailable_after: …`. */
  readonly directives?: readonly string[];
  readonly fetchedAt: number;
  /** Bytes on the wire, and after the content coding was removed. */
  readonly wireBytes: number;
  readonly bytes: number;
  /** The body went on after `fetch.maxBytes`; the rest was not read. */
  readonly truncated: boolean;
}

/** What earlier visits told of a page. */
export interface PageHistory {
  /** Epoch milliseconds. */
  readonly firstVisited: number;
  /** How often it was found with other content than at the visit before. */
  readonly changes: number;
}

/** A record of the collection in full, as indexers get it. */
export interface PageRecord extends Omit<PageContent, 'robots'> {
  /** The URL by which it was fetched, all hops taken. */
  readonly finalUrl: CanonicalUrl;
  /** URLs that lead to this content, as far as known when this was written; the first one made the record. */
  readonly urls: readonly CanonicalUrl[];
  readonly depth: number;
  readonly response: Omit<PageResponse, 'url'>;
  /** Epoch milliseconds. */
  readonly firstSeen: number;
  readonly lastChecked: number;
  readonly lastChanged: number;
  /** Of the URL by which it was fetched, whatever records that led to; absent when it had not been visited before. */
  readonly history?: PageHistory;
}

/** One line of a changes object. (job, host, turn, ordinal) names it; a missing ordinal shows a gap. */
export interface ChangeLine {
  readonly v: 1;
  readonly job: string;
  readonly host: string;
  readonly turn: number;
  /** From 0, without gaps inside a turn. */
  readonly ordinal: number;
  /**
   * The turn of the host's changes object before this one, 0 when this is the first: whoever has not read that has
   * missed something. Absent when a version of Winnow wrote the host that did not note it.
   */
  readonly previous?: number;
  readonly change: 'created' | 'updated' | 'deleted';
  readonly md5: Md5;
  /** Of all changes of a record the one with the largest is the newest, whatever host made it; absent in older lines. */
  readonly revision?: number;
  /** Epoch milliseconds. */
  readonly at: number;
  /** The URL whose visit made this change. */
  readonly url: CanonicalUrl;
  /** The record at that moment; absent when it was deleted. */
  readonly record?: PageRecord;
  /** Why it was deleted, or lost one of its URLs: the class of outcome of the URL that led to it. */
  readonly cause?: string;
  /** Where the raw document lies, when documents are kept. */
  readonly document?: string;
}

/** The last line of a snapshot, whose others are change lines; without it a snapshot is not whole. */
export interface SnapshotEnd {
  readonly v: 1;
  readonly snapshot: {
    readonly job: string;
    /** Lines before this one. */
    readonly records: number;
    /** From where to replay or follow: a time, ISO 8601. */
    readonly point: string;
    /**
     * Records that have no line in it: what made them is told after the point, or their changes object was deleted.
     * Absent when there is none.
     */
    readonly missing?: number;
  };
}

/** Stands between the change lines of a follower: all that was put before this point has been told. */
export interface PointLine {
  readonly v: 1;
  readonly point: string;
}
