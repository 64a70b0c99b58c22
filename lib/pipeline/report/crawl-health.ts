import { defined } from '../../base/defined.ts';
import { decodeLinkLines } from '../../base/links/link-segment.ts';
import { harvestCounts } from '../../domain/focus/harvest-counts.ts';
import {
  type FrontierState,
  type Health,
  healthOf,
  isUnwell,
  type Neighbourhood,
} from '../../domain/focus/health.ts';
import { type StopProgress, stopProgress } from '../../domain/focus/stop-rules.ts';
import { spendingOf } from '../../domain/focus/supervision.ts';
import type { Left } from '../../domain/focus/work-left.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Ports } from '../../ports/ports.ts';
import { suggestMarks } from '../../topic/explain.ts';
import { taxonomyOf } from '../../topic/settings.ts';
import { isSupervised } from '../supervise/supervise.ts';
import { supervisionOf } from '../supervise/supervision-note.ts';
import { topicCensus } from '../topic/topic-census.ts';
import { admittedIn, type JobSummary } from './summary.ts';

type Asking = Pick<Ports, 'jobs' | 'links' | 'clock'>;

export interface CrawlState {
  readonly health?: Health;
  readonly stop?: readonly StopProgress[];
}

/** What moves, or is about to. */
export interface Moving {
  readonly summary: JobSummary;
  /** The result of `whatIsLeft`. */
  readonly left: readonly Left[];
  /** Link segments that wait for the recycler. */
  readonly openSegments: number;
  /** Whether the due index has an entry whose time has come. */
  readonly isOverdue: boolean;
}

/** The newest segments of the link log, which are searched for pages that were nearly on topic. */
const lastSegments = 100;
const listed = 1_000;
/** A refused page with this relevance (0 to 1) or more is nearly on topic. */
const nearly = 0.3;

/** How a job's crawl fares by its harvest and its frontier, and how far the job is from the rules that stop it. */
export async function crawlState(ports: Asking, settings: JobSettings, moving: Moving): Promise<CrawlState> {
  if (!isSupervised(settings)) return {};
  const { summary } = moving;
  const { name, topic, stop, focus } = settings;
  const { totals, ...supervision } = await supervisionOf(ports, name);
  const now = ports.clock.now();
  const spent = spendingOf(supervision, totals, now, stop ?? {}, totals.nanoDollars !== undefined);
  const rules = stop === undefined ? {} : { stop: stopProgress(stop, spent) };
  if (topic === undefined) return rules;
  const frontier = frontierOf(moving, now);
  // The counters of the hosts have every visit; the watch lacks the turns of workers that died.
  const watch = { ...supervision.watch, ...harvestCounts(summary.outcomes, summary.repeated) };
  const neighbourhood = isUnwell(watch, frontier) ? await neighbourhoodOf(ports, settings) : nobody;
  return { ...rules, health: healthOf(watch, frontier, focus, neighbourhood) };
}

const nobody: Neighbourhood = { classes: [], refused: 0, nearly: 0 };

function frontierOf({ summary, left, openSegments, isOverdue }: Moving, now: number): FrontierState {
  const { ticketed, parked } = summary;
  const { well } = summary.nextDue;
  const gap = left.find(({ why }) => why === 'gap')?.count ?? 0;
  const isDue = well !== undefined && well <= now && gap > 0;
  const isArriving = isOverdue && summary.inboxes.urls > 0;
  return {
    left,
    // The gate of a parked host is closed even where this job has not seen the host fail.
    ready: Math.min(gap, admittedIn(summary) - parked.pending),
    isMoving: ticketed > 0 || openSegments > 0 || isDue || isArriving,
    ...defined({ nextMs: well === undefined ? undefined : well - now }),
  };
}

/** What the refused pages are close to. Reads the link log, hence only for unwell crawls. */
async function neighbourhoodOf(ports: Asking, { name, topic }: JobSettings): Promise<Neighbourhood> {
  const taxonomy = taxonomyOf(topic);
  if (taxonomy === undefined) return { classes: [], ...(await nearlyRelevant(ports, name)) };
  const suggestions = suggestMarks(await topicCensus(ports, name), taxonomy.good, taxonomy.crawlOnly);
  return { ...nobody, classes: suggestions };
}

/** A page counts once, as it was last seen. */
async function nearlyRelevant(
  { links }: Asking,
  job: string,
): Promise<Pick<Neighbourhood, 'refused' | 'nearly'>> {
  let last: readonly string[] = [];
  for (let after: string | undefined; ; ) {
    const ids = await links.kept(job, listed, after);
    last = [...last, ...ids].slice(-lastSegments);
    after = ids.at(-1);
    if (ids.length < listed) break;
  }
  const pages = new Map<
    string,
    { readonly at: number; readonly isRefused: boolean; readonly relevance: number }
  >();
  for (const id of last) {
    const bytes = await links.read(job, id);
    if (bytes === undefined) continue;
    for (const { url, at, outcome, relevance } of decodeLinkLines(Buffer.from(bytes).toString())) {
      if (relevance === undefined || (pages.get(url)?.at ?? 0) > at) continue;
      pages.set(url, { at, isRefused: outcome === 'off-topic', relevance });
    }
  }
  const refused = [...pages.values()].filter(({ isRefused }) => isRefused);
  return {
    refused: refused.length,
    nearly: refused.filter(({ relevance }) => relevance >= nearly).length,
  };
}
