import type { FetchResult } from '../base/fetch/fetch-result.ts';
import type { JudgeResult } from '../base/page/topic-verdict.ts';
import type { PluginSettings, RuleRole } from '../base/setting-kinds/plugin-settings.ts';
import type { CanonicalUrl, HostName } from '../base/url/url.ts';
import type { Checked } from '../domain/plugins/plugin-answer.ts';
import type { RuleAnswer } from '../domain/plugins/rule-answer.ts';
import type { RuleQuestion } from '../domain/plugins/strategy-rule.ts';
import type { JudgeRequest } from '../domain/reading/judge-content.ts';
import type { ReadRequest } from '../domain/reading/page.ts';
import type { WrittenPage } from '../domain/reading/written-content.ts';
import type { JobSettings } from '../domain/settings/settings.ts';
import type { RobotsEntry } from '../rules/robots.ts';

export type { FetchResult } from '../base/fetch/fetch-result.ts';
export type { JudgeResult } from '../base/page/topic-verdict.ts';
export type { JudgeRequest } from '../domain/reading/judge-content.ts';
export type { ReadRequest } from '../domain/reading/page.ts';
export type { WrittenPage } from '../domain/reading/written-content.ts';
export type { RobotsEntry, RobotsOutage } from '../rules/robots.ts';

export interface FetchRequest {
  readonly url: CanonicalUrl;
  /** Default GET. */
  readonly method?: 'GET' | 'HEAD';
  readonly userAgent: string;
  /** Further request headers: `if-none-match`, `if-modified-since`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The hard deadline: the request ends after this many ms, whatever the server does. */
  readonly timeoutMs: number;
  /** Until the connection is established, ms; absent: `timeoutMs`, as for the next two. */
  readonly connectMs?: number;
  /** From the request to the head of the answer, ms; absent: `timeoutMs`. */
  readonly headersMs?: number;
  /** Between two pieces of the body, ms; absent: `timeoutMs`. */
  readonly idleMs?: number;
  /**
   * Whether to read the body of a 2xx answer with this `Content-Type` (empty: none). False: the body is not read, and the
   * answer has an empty body. Absent: every body is read.
   */
  readonly wanted?: (contentType: string) => boolean;
  /** The largest decoded body. A longer body is cut there and marked as cut, and the connection is closed. */
  readonly maxBytes: number;
  /** What happens to a body longer than `maxBytes`: it is cut (the default), or the request fails as `too-large`. */
  readonly overMaxBytes?: 'truncate' | 'refuse';
  /** What happens to a body that ends before it should and does not show that it is whole: as for `overMaxBytes`. */
  readonly earlyEnd?: 'truncate' | 'refuse';
  /** Takes the body of a 200 answer as it comes; the answer then has an empty body, and `maxBytes` has no effect. */
  readonly sink?: BodySink;
  /** Private and loopback addresses that may be connected to (`JobSettings.network.allow`). */
  readonly allow: readonly string[];
  /** Ports that may be connected to (`JobSettings.network.ports`); absent: the default of that setting. */
  readonly ports?: readonly string[];
  /** The proxy of the connection: `http://host:port` or `socks5://host:port`. */
  readonly proxy?: string;
  /** Hosts, with their subdomains, whose TLS certificates are not checked. */
  readonly insecureTls?: readonly string[];
  /** Whether to use HTTP/2 where the server offers it. */
  readonly http2?: boolean;
  /** The name of the secret that has the credentials for some sites and for the proxy. */
  readonly credentials?: string;
}

/**
 * Reads a body as it comes, content coding undone, as far as it wants to: when it returns, the rest is not fetched. When
 * the connection breaks off, the iteration throws and the request fails.
 */
export type BodySink = (
  body: AsyncIterable<Uint8Array>,
  contentType: string,
  /** Whether the body ended before it should. Known once the last piece was read. */
  endedEarly: () => boolean,
) => Promise<void>;

/** Makes one request: no redirect is followed, nothing is retried. Never throws for what a server or a network does. */
export interface Fetcher {
  fetch(request: FetchRequest, signal?: AbortSignal): Promise<FetchResult>;
  /**
   * Makes sure that requests can be made which name these credentials. Asks no server.
   * @throws WinnowError what `fetch` throws: `config` when the secret is not there or cannot be used, `unavailable` when it
   * cannot be read
   */
  ready(credentials: string): Promise<void>;
  /** Starts to look up the names of hosts that will be asked for something soon. Returns at once. */
  ahead(hosts: readonly HostName[]): void;
  /**
   * The address by which hosts with the same addresses are recognised: of several the smallest by text, IPv4 before IPv6.
   * Undefined for a host without an address. Does not say whether the address may be connected to.
   */
  addressOf(host: HostName): Promise<string | undefined>;
}

/** What a reader needs beside the page. */
export type ReaderNeeds = Pick<JobSettings, 'analysers' | 'topic' | 'analysis'> &
  Partial<Pick<JobSettings, 'strategy'>>;

export interface RuleRequest {
  readonly plugin: PluginSettings;
  readonly role: RuleRole;
  /** Whose targets they are: a rule that fails there is switched off there. */
  readonly site: string;
  readonly question: RuleQuestion;
}

/** Turns bytes into content: a pure function that may run on another core. `body` must not change during the call. */
export interface PageReader {
  read(request: ReadRequest): Promise<WrittenPage>;
  /** Asks the topic filter for its verdict on a page that was read before. */
  judge(request: JudgeRequest): Promise<JudgeResult>;
  /**
   * Asks a rule of one's own about subjects of a site. Takes at most the deadline of its plug-in, and the time that other sites
   * of the process need before.
   * @returns its answers, in the order of the subjects, or why there are none
   */
  askRule(request: RuleRequest): Promise<Checked<readonly RuleAnswer[]>>;
  /**
   * Makes sure that pages can be read which need this.
   * @throws WinnowError `not-found` for a plug-in that the installation lacks, `config` for a database of countries that
   * cannot be read
   */
  ready(needs: ReaderNeeds): void;
  /**
   * Calls `read`, which reads at once something else that a host sent, such as its robots.txt, on this thread: under the deadline
   * that pages have, where the runtime has one, and nothing that others wait for is held meanwhile.
   * @param url of what is read
   */
  readHere<T>(url: string, read: () => T): ReadHere<T>;
}

/** What was read; `unreadable`: reading it ended a thread before, and why. */
export type ReadHere<T> = { readonly value: T } | { readonly unreadable: string };

/**
 * The robots.txt of each authority, and other files of its kind under an authority and a path (`storedUnder`). Shared by
 * all jobs. The last writer wins. @throws WinnowError `unavailable`.
 */
export interface RobotsCache {
  robots(authority: string): Promise<RobotsEntry | undefined>;
  putRobots(authority: string, entry: RobotsEntry): Promise<void>;
}
