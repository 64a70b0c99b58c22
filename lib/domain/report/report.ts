import type { CanonicalUrl } from '../../base/url/url.ts';
import type { FocusSettings } from '../focus/focus-settings.ts';
import type { HarvestCounts } from '../focus/harvest-counts.ts';
import type { StrategyReport } from '../strategy/site-report.ts';
import type { CostEstimate } from './cost.ts';

/** How many pages a report shows as dots: so many it has in full, of more a sample (`sample.ts`). */
export const maxDots = 3_000;
/** Pages that its curves are reckoned over: so many in full, of more a sample. */
export const maxCurve = 100_000;

export const reportVersion = 3;

/** A page as a dot. Its visit is the last one; texts are cut. Times in epoch ms. */
export interface Dot {
  readonly url: string;
  /** Absent where nothing is stored of it. */
  readonly title?: string;
  /** When it was visited first. */
  readonly at: number;
  /** Rated pages up to it, itself included; of a sample about so many. */
  readonly place: number;
  readonly relevance: number;
  /** In the units of its filter. */
  readonly score: number;
  /** By its last verdict. */
  readonly onTopic: boolean;
  readonly depth: number;
  /** The verdict in words, as the frontier keeps it. */
  readonly says: string;
  /** The best first, at most five; absent where nothing is stored of it. */
  readonly classes?: readonly { readonly name: string; readonly share: number }[];
}

/** A point of the curve of relevance. */
export interface CurvePoint {
  readonly at: number;
  readonly place: number;
  /** Mean relevance of the last 100 pages and of the last 1,000, of fewer while there are not so many. */
  readonly fine: number;
  readonly coarse: number;
}

export interface ClassCount {
  readonly id: string;
  readonly label?: string;
  /** Classes above it. */
  readonly level: number;
  /** Pages whose best class it is, by their last verdicts. */
  readonly onTopic: number;
  readonly refused: number;
  /** With the classes below it. */
  readonly all: number;
}

export interface BestHost {
  readonly host: string;
  readonly pages: number;
  readonly onTopic: number;
  readonly relevance: number;
  readonly pending: number;
}

export interface BestPage {
  readonly url: string;
  readonly title?: string;
  readonly relevance: number;
  readonly score: number;
}

/** What waits in a band of relevance, by how long its host has been due. */
export interface FrontierBand {
  /** URLs whose promised relevance is at least so much, and less than that of the band before; absent: no promise. */
  readonly from?: number;
  /** By `ages`. */
  readonly urls: readonly number[];
}

/** How it stands with the hosts of URLs that wait. */
export const ages = [
  'at work',
  'rests',
  'due < 1 min',
  'due < 10 min',
  'due < 1 h',
  'due longer',
  'fails',
  'held back',
] as const;

/** One thing that was counted. */
export interface Count {
  readonly name: string;
  readonly count: number;
}

/** All that a report shows: as JSON it is what `winnow report --json` prints. Times in epoch ms. */
/** URLs whose last visit ended for the same reason; `urls`: some of them. */
export interface FailureCount extends Count {
  readonly urls: readonly CanonicalUrl[];
}

export interface Report {
  readonly v: typeof reportVersion;
  readonly job: string;
  readonly state: string;
  readonly createdAt: number;
  /** When it was made. */
  readonly at: number;
  readonly hasTopic: boolean;
  readonly focus: Pick<FocusSettings, 'mode' | 'order'>;
  readonly totals: {
    readonly hosts: number;
    /** Hosts, and registered domains, that have a page on topic: how broad the crawl is; domains up to 100,000. */
    readonly relevantHosts: number;
    readonly relevantDomains: number;
    /** Hosts whose pages were not read, since the time was up; absent: none. */
    readonly unread?: number;
    /** URLs that were visited. */
    readonly visited: number;
    /** Of these, pages with a verdict of a topic filter: they have a relevance. */
    readonly rated: number;
    /** URLs that wait for their first visit, those in inboxes too. */
    readonly pending: number;
    /** Of these, URLs in inboxes. */
    readonly inboxes: number;
    /** Of these, URLs that are held, as their regions bring nothing new. */
    readonly held: number;
    /** Contents of the collection; absent where counting them takes too long. */
    readonly records?: number;
    /** Visits, revisits and failures among them. */
    readonly fetches: number;
    readonly turns: number;
    /** Decoded bytes of all answers. */
    readonly bytes: number;
    /** First visit of all, and the last of those that were first visits. */
    readonly from?: number;
    readonly to?: number;
  };
  /** Visits that were judged, and of those kept; absent without a topic. */
  readonly harvest?: HarvestCounts;
  /** Of all rated pages, of the last 100 and the last 1,000; absent: there is none. */
  readonly meanRelevance?: { readonly all: number; readonly fine: number; readonly coarse: number };
  readonly curve: readonly CurvePoint[];
  readonly dots: readonly Dot[];
  /** Dots and curve are reckoned from so many of the rated pages. */
  readonly sampled: { readonly dots: number; readonly curve: number };
  /** First visits in equal parts of the time from the first to the last; of many pages reckoned from the sample. */
  readonly pace: { readonly partMs: number; readonly pages: readonly number[] };
  /** Rated pages by relevance, in twentieths. */
  readonly relevance: readonly number[];
  /** In the order of the class file, else those with most pages first. */
  readonly classes: readonly ClassCount[];
  readonly bestHosts: readonly BestHost[];
  readonly bestPages: readonly BestPage[];
  readonly frontier: readonly FrontierBand[];
  /** Hosts by how it stands with them. */
  readonly hosts: readonly Count[];
  /** Visits by how they ended. */
  readonly outcomes: readonly Count[];
  /** URLs whose last visit failed or brought nothing, by reason, most first. */
  readonly failures: readonly FailureCount[];
  /** URLs by number of tries. */
  readonly tries: readonly Count[];
  /** Rated pages by links from the nearest seed. */
  readonly depths: readonly { readonly depth: number; readonly pages: number; readonly relevance: number }[];
  readonly cost: CostEstimate;
  /** What its strategy came to; absent without one. */
  readonly strategy?: StrategyReport;
  /** Processor time of this crawl so far, ms; absent where it is not known. */
  readonly cpuMs?: number;
}
