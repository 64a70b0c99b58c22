import type { FetchSettings } from '../fetch/fetch-settings.ts';
import type { FocusSettings } from '../focus/focus-settings.ts';
import type { LinkSettings } from '../links/link-settings.ts';
import type { PluginSettings } from '../plugins/plugin-settings.ts';
import type { FreshnessSettings } from '../revisit/freshness-settings.ts';
import type { OrphanPolicy } from '../revisit/orphans.ts';
import type { Purpose } from '../rights/preferences.ts';
import type { RobotsSettings } from '../robots/robots-settings.ts';
import type { ScopeList } from '../scope/scope-list.ts';
import type { ScopeSettings } from '../scope/scope-settings.ts';
import type { SitemapSettings } from '../sitemaps/policy.ts';
import type { TopicSettings } from '../topic/topic-settings.ts';
import type { TrapSettings } from '../traps/policy.ts';
import type { SurtPrefix } from '../url/surt-prefix.ts';
import type { UrlSettings } from '../url/url-settings.ts';
import type { StopSettings } from './stop-rules.ts';

/** One `extract:` rule of a job: a CSS selector and what to take from what it selects. */
export interface ExtractRule {
  readonly field: string;
  readonly selector: string;
  /** The attribute to take; the text of the element when absent. */
  readonly attribute?: string;
  readonly type: 'string' | 'number' | 'boolean' | 'url' | 'html';
  /** All matches as a list, else the first. */
  readonly many: boolean;
}

/** Who we are, as every request says. */
export interface Identity {
  /** Product token of the User-Agent, which robots.txt groups are matched against. */
  readonly product: string;
  /** An http(s) URL or mailto: address; undefined where the user has not given one. */
  readonly contact?: string;
  /** The contact is sent as the From header too, when it is a mail address. */
  readonly from: boolean;
}

/** How much of the crawl one host, or all hosts of one registered domain, may have; absent: no limit. */
export interface Budgets {
  /** URLs that are visited at least once. */
  readonly pagesPerHost?: number;
  /** Decoded bytes of all answers. */
  readonly bytesPerHost?: number;
  /** URLs that wait for their first visit. */
  readonly pendingPerHost: number;
  /** Links from the nearest seed. */
  readonly depthPerHost?: number;
  readonly pagesPerDomain?: number;
  readonly bytesPerDomain?: number;
  /** Hosts that are crawled; seeds always are. */
  readonly hostsPerDomain?: number;
  /** Hosts of a registered domain that may be tried out at once (`lib/domain/domains/`). */
  readonly newHosts: number;
}

/** A job's configuration, validated and in internal units. Written once per version, never changed. */
export interface JobSettings {
  readonly name: string;
  readonly seeds: readonly string[];
  readonly identity: Identity;
  /** Which spellings of a URL are one page. Cannot change once the job has crawled. */
  readonly url: UrlSettings;
  /** What the crawl is about; absent: it takes every page. */
  readonly topic?: TopicSettings;
  /** What is kept of off-topic pages beside their scores and links: nothing, what they say, their raw documents too. */
  readonly offTopic: { readonly keep: 'none' | 'text' | 'all' };
  /** Plug-ins that add fields to pages, in the order in which they are asked; absent: there are none. */
  readonly analysers?: readonly PluginSettings[];
  /** How relevance steers it, where it has a topic. */
  readonly focus: FocusSettings;
  readonly scope: ScopeSettings;
  readonly politeness: {
    /** From the end of one request to the start of the next, to one host. Combine's WaitIntervalHost. */
    readonly gapMs: number;
    /** The longest Crawl-delay that is obeyed; a longer one counts as this. */
    readonly maxCrawlDelayMs: number;
    /** A host rests at least so many times as long as its last answer took, up to a cap; 0: it does not matter. */
    readonly responseFactor: number;
    readonly maxResponseDelayMs: number;
    /** Back-off after the first failure of a host that names no time. */
    readonly firstBackoffMs: number;
    /** The longest back-off, Retry-After included. */
    readonly maxBackoffMs: number;
    /** Failures in a row after which a host is parked. */
    readonly parkAfter: number;
    /** A host that was parked for so long is not probed any more. */
    readonly giveUpAfterMs: number;
    /** `domain`: all hosts of a registered domain have one gate, beside their own. */
    readonly unit: 'host' | 'domain' | 'address';
    /** Hours in which requests may start (`politeness/window.ts`); absent: always. */
    readonly window?: string;
  };
  readonly turn: {
    readonly maxPages: number;
    readonly maxMs: number;
    /** A gap longer than this is not waited for inside a turn: the host goes back to the due index. */
    readonly maxWaitMs: number;
  };
  readonly fetch: FetchSettings;
  /** How long a URL rests after each outcome. Combine's WaitIntervalHarvesterLock family. */
  readonly revisit: {
    readonly successMs: number;
    /** After a permanent redirect. */
    readonly movedMs: number;
    readonly notModifiedMs: number;
    readonly notFoundMs: number;
    readonly unavailableMs: number;
    readonly robotsDeniedMs: number;
    /** What becomes of pages that nobody links to or lists any more; for `rarer`: how long each rests. */
    readonly orphans: OrphanPolicy;
    readonly orphanMs: number;
    /** Instead of `success` and `notModified`, for media types and kinds of them (an asterisk after the slash). */
    readonly byMediaTypeMs: Readonly<Record<string, number>>;
  };
  readonly robots: RobotsSettings;
  /** What the collection is for: a page whose owner refuses one of these uses is denied. */
  readonly purpose: readonly Purpose[];
  readonly documents: { readonly keep: boolean };
  readonly extract: readonly ExtractRule[];
  readonly network: {
    /** Private and loopback addresses that may be connected to: CIDR blocks, addresses or host names. */
    readonly allow: readonly string[];
    /** Ports and ranges of ports that may be connected to: `80`, `8000-8999`. */
    readonly ports: readonly string[];
    /** All connections go through it: `http://host:port` or `socks5://host:port`; absent: none do. */
    readonly proxy?: string;
    /** Hosts, with their subdomains, whose TLS certificates are not checked. */
    readonly insecureTls: readonly string[];
  };
  readonly limits: {
    /** Fetched pages per UTC day; undefined means no ceiling (on one machine only). */
    readonly pagesPerDay?: number;
    /** What the job may cost in a calendar month (UTC), where AWS bills it; undefined means no limit. */
    readonly dollarsPerMonth?: number;
  };
  readonly budgets: Budgets;
  /** When it stops by itself; absent: it does not. */
  readonly stop?: StopSettings;
  /** Pages of the collection come back by their changes; absent: after fixed times. */
  readonly freshness?: FreshnessSettings;
  readonly traps: TrapSettings;
  readonly sitemaps: SitemapSettings;
  /** What a redirect to the same host does: its target is visited next, or it is a link like others. */
  readonly redirects: 'follow' | 'link';
  readonly links: LinkSettings;
  readonly autoRecycleLinks: boolean;
  /** Embedded only: turns side by side, and how far ahead something has to be due for the crawl to wait for it. */
  readonly crawl: { readonly hosts: number; readonly patienceMs: number };
  /** Hosts, each with its subdomains, that no job of the installation may crawl, whatever its own rules say. One without a port is denied on every port. */
  readonly deny: ScopeList;
  /** In the order in which they were written, the installation's before the job's; `settingsFor` applies them. */
  readonly overrides: readonly SettingsOverride[];
  /** Of what was set by somebody; all else is at its default. */
  readonly origins: Origins;
}

/** Sections that an override may set in part. The file that is read says which keys of them (`lib/config/schema/overrides-schema.ts`). */
export type OverridableSection =
  | 'scope'
  | 'politeness'
  | 'turn'
  | 'fetch'
  | 'revisit'
  | 'robots'
  | 'documents'
  | 'budgets'
  | 'traps'
  | 'sitemaps';

/** Other values for some settings. Rules of `extract` stand beside those for other fields. */
export type SettingsPatch = {
  readonly [S in OverridableSection]?: Partial<JobSettings[S]>;
} & { readonly extract?: readonly ExtractRule[] };

/** Other settings for some pages. */
export interface SettingsOverride {
  /** A host without a port is meant on every port. Under a path: the path and query of a URL begin with it. */
  readonly match: SurtPrefix;
  /** Whom it is for, as it was written: `host www.example.org`, `SURT prefix http://(org,example,www,)/archive/`. */
  readonly label: string;
  readonly settings: SettingsPatch;
  readonly origins: Origins;
}

/** File and line (`job.yaml:12`) that set a setting, by its name in the file (`politeness.waitIntervalHost`). */
export type Origins = Readonly<Record<string, string>>;
