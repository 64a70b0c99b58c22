import type { JudgeRequest, JudgeResult } from '../domain/document/judge-content.ts';
import type { ReadRequest } from '../domain/document/page.ts';
import type { WrittenPage } from '../domain/document/written-content.ts';
import type { FetchResult } from '../domain/fetch/fetch-result.ts';
import type { RobotsEntry } from '../domain/robots/entry.ts';
import type { CanonicalUrl, HostName } from '../domain/url/url.ts';

export type { JudgeRequest, JudgeResult } from '../domain/document/judge-content.ts';
export type { ReadRequest } from '../domain/document/page.ts';
export type { WrittenPage } from '../domain/document/written-content.ts';
export type { FetchResult } from '../domain/fetch/fetch-result.ts';
export type { RobotsEntry, RobotsOutage } from '../domain/robots/entry.ts';

export interface FetchRequest {
  readonly url: CanonicalUrl;
  /** Default GET. */
  readonly method?: 'GET' | 'HEAD';
  readonly userAgent: string;
  /** Further request headers: `if-none-match`, `if-modified-since`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The hard deadline: after this many ms the request is over, whatever the server does. */
  readonly timeoutMs: number;
  /** Until the connection stands, ms; absent: `timeoutMs`. So for the next two. */
  readonly connectMs?: number;
  /** From the request to the head of the answer, ms. */
  readonly headersMs?: number;
  /** Between two pieces of the body, ms. */
  readonly idleMs?: number;
  /**
   * Whether the body of a 2xx answer with this `Content-Type` (empty: none) is wanted. One that is not is not read: the
   * answer has an empty body. Absent: every body is.
   */
  readonly wanted?: (contentType: string) => boolean;
  /** Cap on the decoded body. A longer one is cut there and marked, and the connection is closed. */
  readonly maxBytes: number;
  /** A page that is longer than `maxBytes` is cut (the default), or fails as `too-large`. */
  readonly overMaxBytes?: 'truncate' | 'refuse';
  /** Takes the body of a 200 answer as it comes; the answer has an empty body then, and `maxBytes` does not matter. */
  readonly sink?: BodySink;
  /** Private and loopback addresses that may be connected to (`JobSettings.network.allow`). */
  readonly allow: readonly string[];
  /** Ports that may be connected to (`JobSettings.network.ports`); absent: those of the setting's default. */
  readonly ports?: readonly string[];
  /** `http://host:port` or `socks5://host:port`, which the connection goes through. */
  readonly proxy?: string;
  /** Hosts, with their subdomains, whose TLS certificates are not checked. */
  readonly insecureTls?: readonly string[];
  /** HTTP/2 where the server offers it. */
  readonly http2?: boolean;
  /** Name of the secret with credentials for some sites, and for the proxy. */
  readonly credentials?: string;
}

/**
 * Reads a body, content coding undone, as it comes. It reads as far as it wants to: when it returns, the rest is not
 * fetched. A body that breaks off makes its reading throw, and the request fail.
 */
export type BodySink = (body: AsyncIterable<Uint8Array>, contentType: string) => Promise<void>;

/** One request, no redirect followed, no retry. Never throws for what a server or a network does. */
export interface Fetcher {
  fetch(request: FetchRequest, signal?: AbortSignal): Promise<FetchResult>;
  /** Hosts that will be asked for something soon: their names are looked up meanwhile. Returns at once. */
  ahead(hosts: readonly HostName[]): void;
  /**
   * The address that a host stands for among those that share one: of several the smallest by text, IPv4 before IPv6, so
   * that hosts with the same addresses agree. Undefined when it has none. Does not tell whether it may be connected to.
   */
  addressOf(host: HostName): Promise<string | undefined>;
}

/** Turns bytes into content: a pure function that may run on another core. `body` must not change meanwhile. */
export interface PageReader {
  read(request: ReadRequest): Promise<WrittenPage>;
  /** What the topic filter says of a page that was read before. */
  judge(request: JudgeRequest): Promise<JudgeResult>;
}

/**
 * The robots.txt of each authority, and under an authority and a path other files of its kind (`storedUnder`). Shared by
 * all jobs. Last writer wins. @throws WinnowError `unavailable`.
 */
export interface RobotsCache {
  robots(authority: string): Promise<RobotsEntry | undefined>;
  putRobots(authority: string, entry: RobotsEntry): Promise<void>;
}
