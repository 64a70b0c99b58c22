import type { OutcomeKind } from '../../base/fetch/outcome.ts';
import type { CanonicalUrl, HostName } from '../../base/url/url.ts';
import type { PageRecord } from '../../domain/collection/record.ts';
import type { Hold } from '../../domain/control/hold.ts';
import type { Pause } from '../../domain/control/pause.ts';
import type { HarvestCounts } from '../../domain/focus/harvest-counts.ts';
import type { Health } from '../../domain/focus/health.ts';
import type { StopProgress } from '../../domain/focus/stop-rules.ts';
import type { Left } from '../../domain/focus/work-left.ts';
import type { Visit } from '../../domain/frontier/entry.ts';
import type { Maintenance } from '../../domain/revisit/shift.ts';
import type { HeldByYield } from '../../domain/yield/order.ts';
import type { JobState } from '../../ports/jobs.ts';
import type { RecordEntry } from '../../ports/records.ts';
import type { JobFailure } from '../job/job-failures.ts';
import type { QuarantinedHost } from '../job/quarantine.ts';
import type { StageStatus } from './strategy-report.ts';
import type { Inboxes, JobSummary } from './summary.ts';

/** Held URLs of one host whose paths begin with the same step. */
export interface HeldPlace {
  readonly host: HostName;
  /** The first step of the paths, such as `/shop`. */
  readonly folder: string;
  /** Held URLs; of a host with very many, only those that were read. */
  readonly held: number;
  /** At most 20, those with most URLs first. */
  readonly regions: readonly HeldInRegion[];
}

/** A region whose URLs are held. */
export interface HeldInRegion {
  readonly region: string;
  readonly why: HeldByYield['kind'];
  readonly held: number;
  /** At most 3 of the held URLs. */
  readonly examples: readonly CanonicalUrl[];
}

/** How a job divides its fetches between new pages and pages that are due again. */
export interface RevisitState {
  /** The share of fetches that goes to pages that are due again while new pages wait, too. */
  readonly share: number;
  /** Planned visits a day to pages that are due again; absent without a plan. */
  readonly perDay?: number;
  /** The job looks after the pages that it has rather than for more: since when (epoch ms), and why. */
  readonly maintains?: Maintenance;
}

export interface Status {
  readonly job: string;
  readonly state: JobState;
  /** Hosts and domains of which nothing is fetched; absent when there are none. */
  readonly holds?: readonly Hold[];
  /** Hosts whose TLS certificates are not checked (`network.insecureTls`); absent when there are none. */
  readonly insecureTls?: readonly string[];
  readonly pause?: Pause;
  /** The version of the job's settings that new tickets carry. */
  readonly config: string;
  /** Work of the job that fails round after round, while other jobs go on; absent when none does. */
  readonly failing?: readonly JobFailure[];
  /** Other jobs of the installation that have such failures. */
  readonly failingOthers?: readonly string[];
  /** Hosts that are quarantined because their turns failed again and again, the last ones; absent when there are none. */
  readonly quarantined?: readonly QuarantinedHost[];
  /** `due` counts hosts that have a due time, past or future; `idle` counts hosts without work. */
  readonly hosts: { readonly idle: number; readonly due: number; readonly ticketed: number };
  /** How long the most overdue host has been waiting for its ticket; absent when none is overdue. */
  readonly dueLagMs?: number;
  /** URLs waiting for their first visit, those in inboxes too. */
  readonly pending: number;
  /** Of these, URLs in inboxes; absent when there are none. */
  readonly inboxes?: Inboxes;
  /** Visits since the job was made, whatever their outcome. */
  readonly fetched: number;
  readonly outcomes: Partial<Record<OutcomeKind, number>>;
  /** Pages that were judged and kept, each counted once. */
  readonly harvest: HarvestCounts;
  /** Decoded bytes of all answers. */
  readonly bytes: number;
  /** Contents of the collection that at least one URL leads to. Absent where counting them takes too long. */
  readonly records?: number;
  /** Link segments that the recycler has not processed. */
  readonly openSegments: number;
  /** Epoch ms. When the first host that is not overdue becomes due. */
  readonly nextDueAt?: number;
  /** Pages fetched on this UTC day; counted of jobs with a ceiling only. */
  readonly pagesToday?: number;
  /** `limits.pagesPerDay`. */
  readonly ceiling?: number;
  /** Over the last minute; absent where the rate is not known. */
  readonly pagesPerSecond?: number;
  /** Epoch ms since when pages may have been judged by another topic than the one in force; absent: none were. */
  readonly topicChangedAt?: number;
  /** How the harvest of a job with a topic fares; absent without one. */
  readonly health?: Health;
  /** Where the stages of the job's strategy stand; absent without one. */
  readonly strategy?: StageStatus;
  /** The rules that stop the job, and how far the job is from each; absent without rules. */
  readonly stop?: readonly StopProgress[];
  /** The division of fetches, if pages are visited again by how often they change; absent if at fixed intervals. */
  readonly revisits?: RevisitState;
  /** The work that is left, by what it waits for; absent when none is left. */
  readonly left?: readonly Left[];
  /** Why nothing moves, one sentence each, most likely first; empty when something moves. */
  readonly reasons: readonly string[];
  /** Visits that ended as unsupported, by media type. */
  readonly unsupported?: Readonly<Record<string, number>>;
  /** How often each plug-in has failed, by its id; absent when none did. */
  readonly pluginFailures?: Readonly<Record<string, number>>;
  /** Hosts that wait until their registered domains have earned tries; absent when there are none. */
  readonly waiting?: JobSummary['waiting'];
  /** Hosts that keep failing, each probed now and then; absent when there are none. */
  readonly parked?: JobSummary['parked'];
  /** URLs and links that budgets keep back; absent when there are none. */
  readonly overBudget?: JobSummary['overBudget'];
  /** URLs that are held by their regions, the places with most first; absent when there are none. */
  readonly heldRegions?: readonly HeldPlace[];
}

/** What the visits of a URL have shown. All times in epoch ms. */
export type RecordVisit = Pick<
  Visit,
  'url' | 'at' | 'firstSeen' | 'changedAt' | 'revisions' | 'rate' | 'next'
>;

/** A record with all that is stored about it. */
export interface RecordView {
  readonly entry: RecordEntry;
  /** More URLs than these lead to it. */
  readonly moreUrls?: true;
  /** At most 100, the URL that made the record first. */
  readonly urls: readonly CanonicalUrl[];
  /** The visits of the first of these URLs, where they lead to the record. */
  readonly visits: readonly RecordVisit[];
  /** Full text, links and metadata as indexers got them; absent when its changes object is missing. */
  readonly record?: PageRecord;
  /** Absolute path or s3:// URL of the raw document, when documents are kept. */
  readonly document?: string;
}

export interface WhyReport {
  readonly input: string;
  /** Absent when the input is not a URL that can be crawled. */
  readonly url?: CanonicalUrl;
  readonly host?: HostName;
  readonly lines: readonly {
    /**
     * What the line is about: `canonical`, `scope`, `rule`, `address`, `robots`, `usage`, `frontier`, `strategy`, `budget`, `host`, `gate`,
     * `parked`, `failing`, `gap`, `window`, `next`, `outcome`, `history`, `orphan`, `stand-in`, `topic`, `job`.
     */
    readonly step: string;
    /** `yes`: the URL passes; `no`: stopped; `wait`: put off; `info`: decides nothing; `unknown`: not known yet. */
    readonly verdict: 'yes' | 'no' | 'wait' | 'info' | 'unknown';
    /** Names the rule, the line, the time or the number that decides. */
    readonly detail: string;
  }[];
}

export interface Check {
  /** Short and stable, for example `contact address`. */
  readonly name: string;
  readonly ok: 'ok' | 'warn' | 'fail';
  /** What was found. */
  readonly detail: string;
  /** What to do about the finding. */
  readonly advice?: string;
}
