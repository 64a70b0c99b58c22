import type { PageRecord } from '../../domain/collection/record.ts';
import type { Hold } from '../../domain/control/hold.ts';
import type { Pause } from '../../domain/control/pause.ts';
import type { OutcomeKind } from '../../domain/fetch/outcome.ts';
import type { Health } from '../../domain/focus/health.ts';
import type { Visit } from '../../domain/frontier/entry.ts';
import type { Left } from '../../domain/report/work-left.ts';
import type { Maintenance } from '../../domain/revisit/shift.ts';
import type { StopProgress } from '../../domain/settings/stop-rules.ts';
import type { TrapKind } from '../../domain/traps/accounts.ts';
import type { CanonicalUrl, HostName } from '../../domain/url/url.ts';
import type { JobState } from '../../ports/jobs.ts';
import type { RecordEntry } from '../../ports/records.ts';
import type { JobFailure } from '../job/job-failures.ts';
import type { JobSummary } from './summary.ts';

/** URLs that are held, by their place: the host and what their paths begin with. */
export interface HeldTrap {
  readonly host: HostName;
  /** `/shop`: the first step of their paths. */
  readonly area: string;
  /** URLs that are held; of a host with very many those that were looked at. */
  readonly held: number;
  /** At most 20, those with most URLs first. */
  readonly patterns: readonly HeldPattern[];
}

/** A pattern of URLs that are held. */
export interface HeldPattern {
  readonly pattern: string;
  /** What decided: `near-duplicate`, `duplicate`, `repetition` … */
  readonly kind: TrapKind;
  readonly held: number;
  /** At most 3 of them. */
  readonly examples: readonly CanonicalUrl[];
}

/** How a job divides its fetches between new pages and those that are due again. */
export interface RevisitState {
  /** The part of fetches that goes to pages that are due again, where new ones wait too. */
  readonly share: number;
  /** Visits a day that are planned for them; absent while nothing is. */
  readonly perDay?: number;
  /** It looks after what it has rather than for more: since when (epoch ms), and why. */
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
  /** The version of its settings that new tickets carry. */
  readonly config: string;
  /** What breaks off for it round after round, while other jobs go on; absent while nothing does. */
  readonly failing?: readonly JobFailure[];
  /** Other jobs of the installation of which that is so. */
  readonly failingOthers?: readonly string[];
  /** `due` counts the hosts whose time has come or will come, `idle` those that have nothing to do. */
  readonly hosts: { readonly idle: number; readonly due: number; readonly ticketed: number };
  /** How long the most overdue host has been waiting for its ticket; absent when none is overdue. */
  readonly dueLagMs?: number;
  /** URLs waiting for their first visit. */
  readonly pending: number;
  /** Visits since the job was made, whatever came of them. */
  readonly fetched: number;
  readonly outcomes: Partial<Record<OutcomeKind, number>>;
  /** Decoded bytes of all answers. */
  readonly bytes: number;
  /** Contents of the collection: those that at least one URL leads to. Absent where counting them takes too long. */
  readonly records?: number;
  /** Link segments that the recycler has not worked through. */
  readonly openSegments: number;
  /** Epoch ms. When the first host that is not overdue is due. */
  readonly nextDueAt?: number;
  /** Pages fetched on this UTC day. */
  readonly pagesToday: number;
  /** `limits.pagesPerDay`. */
  readonly ceiling?: number;
  /** Over the last minute; absent where it is not known. */
  readonly pagesPerSecond?: number;
  /** How the harvest of a job with a topic fares; absent without one. */
  readonly health?: Health;
  /** The rules by which the job stops, and how far it is from each; absent when it has none. */
  readonly stop?: readonly StopProgress[];
  /** How it divides its fetches, where pages come back by their changes; absent where they come back by fixed times. */
  readonly revisits?: RevisitState;
  /** What is left, by why it waits; absent when nothing is. */
  readonly left?: readonly Left[];
  /** Why nothing moves, one sentence each, most likely first; empty when something moves. */
  readonly reasons: readonly string[];
  /** Visits that ended as unsupported, by media type. */
  readonly unsupported?: Readonly<Record<string, number>>;
  /** How often plug-ins have failed, by their ids; absent when none did. */
  readonly pluginFailures?: Readonly<Record<string, number>>;
  /** Hosts that wait until their registered domains have earned them; absent when there is none. */
  readonly waiting?: JobSummary['waiting'];
  /** Hosts that keep failing, each probed now and then; absent when there is none. */
  readonly parked?: JobSummary['parked'];
  /** What budgets keep back; absent until they do. */
  readonly overBudget?: JobSummary['overBudget'];
  /** What is held because it looks like a trap, the hosts with most first; absent when nothing is. */
  readonly traps?: readonly HeldTrap[];
}

/** What the visits of a URL told of it. All times in epoch ms. */
export type RecordVisit = Pick<
  Visit,
  'url' | 'at' | 'firstSeen' | 'changedAt' | 'revisions' | 'rate' | 'next'
>;

/** A record with everything that is stored of it. */
export interface RecordView {
  readonly entry: RecordEntry;
  /** At most 100, the one that made it first. */
  readonly urls: readonly CanonicalUrl[];
  /** What is known of the visits of those that lead to it, of the first of them. */
  readonly visits: readonly RecordVisit[];
  /** Full text, links and metadata as indexers got them; absent when its changes object is not there. */
  readonly record?: PageRecord;
  /** Absolute path or s3:// URL of the raw document, when documents are kept. */
  readonly document?: string;
}

/** The questions that `why` answers, in their order. A later one is left out when an earlier one decides. */
export type WhyStep =
  | 'canonical'
  | 'scope'
  | 'rule'
  | 'address'
  | 'robots'
  | 'usage'
  | 'frontier'
  | 'budget'
  | 'host'
  | 'gate'
  | 'parked'
  | 'failing'
  | 'gap'
  | 'window'
  | 'next'
  | 'outcome'
  | 'history'
  | 'orphan'
  | 'topic'
  | 'job';

export interface WhyReport {
  readonly input: string;
  /** Absent when it is not a URL that can be crawled. */
  readonly url?: CanonicalUrl;
  readonly host?: HostName;
  readonly lines: readonly {
    readonly step: WhyStep;
    /** `yes` lets it pass, `no` stops it, `wait` puts it off, `info` decides nothing, `unknown`: not known yet. */
    readonly verdict: 'yes' | 'no' | 'wait' | 'info' | 'unknown';
    /** Names the rule, line, time or number that decides. */
    readonly detail: string;
  }[];
}

export interface Check {
  /** Short and stable, for example `contact address`. */
  readonly name: string;
  readonly ok: 'ok' | 'warn' | 'fail';
  /** What was found. */
  readonly detail: string;
  /** What to do about it. */
  readonly advice?: string;
}
