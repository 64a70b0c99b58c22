import { defined, filled } from '../../base/defined.ts';
import { span } from '../../base/format-span.ts';
import { harvestCounts } from '../../domain/focus/harvest-counts.ts';
import { describeLeft } from '../../domain/focus/work-left.ts';
import { shareOf } from '../../domain/revisit/freshness-settings.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { utcDay } from '../base/utc-day.ts';
import { firstDue } from '../frontier/due-bands.ts';
import { failuresOf } from '../job/job-failures.ts';
import { quarantinedHosts } from '../job/quarantine.ts';
import { topicChangedAt } from '../job/topic-change.ts';
import { pluginFailures } from '../supervise/plugin-failures.ts';
import { crawlState, type Moving } from './crawl-health.ts';
import { heldRegions } from './held-regions.ts';
import { readSettings } from './job-trouble.ts';
import type { Status } from './reports.ts';
import { restedByStrategy } from './rested-by-strategy.ts';
import { stageStatus } from './strategy-report.ts';
import { type JobSummary, nextDueAt } from './summary.ts';
import { pendingOnHold, whatIsLeft } from './what-is-left.ts';

/** Open segments are counted up to this number. */
const maxSegments = 1_000;
/** Ms after which counting the records is given up: people do not wait longer. */
const countMs = 20_000;

/** Without the port of records, the status has no number of records. */
type StatusPorts = Pick<Ports, 'jobs' | 'hosts' | 'segments' | 'due' | 'links' | 'tickets' | 'clock'> &
  Partial<Pick<Ports, 'records'>>;

/** What keeps a job from its turns, beside what is stored of it. */
export interface Hindrances {
  /** Says why a job with such settings gets no turns; undefined: it gets turns. */
  readonly lack: (settings: JobSettings) => string | undefined;
  /** What keeps all jobs of the installation from their turns, a sentence each. */
  readonly stoppages?: readonly string[];
}

/** The present state of a job. */
export async function statusOf(
  ports: StatusPorts,
  job: Job,
  summary: JobSummary,
  { lack, stoppages = [] }: Hindrances,
): Promise<Status> {
  const now = ports.clock.now();
  const [settings, unreadable] = await readSettings(ports.jobs, job);
  const first = await firstDue(ports.due, job.name, now);
  const openSegments = (await ports.links.open(job.name, maxSegments)).length;
  const { outcomes, repeated } = summary;
  const failing = await failuresOf(ports, job.name);
  const failingOthers = await otherFailing(ports, job.name);
  const quarantined = await quarantinedHosts(ports, job.name);
  const records = await countRecords(ports, job.name);
  const next = nextDueAt(summary);
  const isHeldBack = settings?.autoRecycleLinks === false;
  const rested = await restedByStrategy(ports, job, settings);
  const held = settings && summary.unyielding.hosts > 0 ? await heldRegions(ports, job, settings) : undefined;
  const left = whatIsLeft(summary, {
    onHold: await pendingOnHold(ports, job),
    segments: isHeldBack ? openSegments : 0,
    ...{ rested, held },
  });
  const base = {
    job: job.name,
    state: job.state,
    ...defined({ pause: job.state === 'open' ? undefined : job.pause, holds: job.holds }),
    config: job.config,
    ...filled({ failing, failingOthers, quarantined }),
    hosts: { idle: summary.idle, due: summary.due, ticketed: summary.ticketed },
    ...defined({ dueLagMs: first && now - first.at }),
    pending: summary.pending,
    ...(summary.inboxes.urls > 0 && { inboxes: summary.inboxes }),
    fetched: Object.values(outcomes).reduce((sum, count) => sum + count, 0),
    outcomes: outcomes as Status['outcomes'],
    harvest: harvestCounts(outcomes, repeated),
    bytes: summary.bytes,
    ...defined({ records }),
    openSegments,
    ...(next === undefined || next <= now ? {} : { nextDueAt: next }),
    ...filled({ left, heldRegions: held?.places ?? [], unsupported: summary.unsupported }),
    ...(summary.waiting.hosts === 0 ? {} : { waiting: summary.waiting }),
    ...(summary.parked.hosts === 0 ? {} : { parked: summary.parked }),
    ...(summary.overBudget.hosts === 0 ? {} : { overBudget: summary.overBudget }),
    ...(settings === undefined
      ? {}
      : await bySettings(ports, job, settings, {
          ...{ summary, left },
          openSegments: isHeldBack ? 0 : openSegments,
          isOverdue: first !== undefined,
        })),
  };
  const hindrances = [unreadable, settings && lack(settings), ...stoppages].filter(
    (one) => one !== undefined,
  );
  return {
    ...base,
    reasons: whyNothingMoves(base, summary, settings?.autoRecycleLinks ?? true, hindrances, now),
  };
}

/** Other jobs of the installation that have failures. */
async function otherFailing(ports: Pick<Ports, 'jobs'>, own: string): Promise<readonly string[]> {
  const others = (await ports.jobs.jobs()).filter(({ name }) => name !== own);
  const failures = await Promise.all(others.map(({ name }) => failuresOf(ports, name)));
  return others.flatMap(({ name }, index) => (failures[index]?.length ? [name] : []));
}

type BySettings = Pick<
  Status,
  | 'topicChangedAt'
  | 'pagesToday'
  | 'insecureTls'
  | 'ceiling'
  | 'pluginFailures'
  | 'health'
  | 'stop'
  | 'revisits'
  | 'strategy'
>;

/** The parts of a status that depend on the settings. */
async function bySettings(
  ports: Pick<Ports, 'jobs' | 'hosts' | 'segments' | 'links' | 'clock'>,
  job: Job,
  settings: JobSettings,
  moving: Moving,
): Promise<BySettings> {
  const { limits, network } = settings;
  const ceiling = limits.pagesPerDay;
  const failures = await pluginFailures(ports, settings);
  return {
    ...(ceiling === undefined
      ? {}
      : { pagesToday: await ports.jobs.addPages(job.name, utcDay(ports.clock.now()), 0) }),
    ...(network.insecureTls.length === 0 ? {} : { insecureTls: network.insecureTls }),
    ...defined({
      topicChangedAt: await topicChangedAt(ports, settings),
      ceiling,
      pluginFailures: failures,
    }),
    ...(await crawlState(ports, settings, moving)),
    ...revisitsOf(job, settings),
    ...defined({ strategy: await stageStatus(ports, settings) }),
  };
}

/** How many records a job's collection has now; undefined where counting takes too long. */
export async function countRecords(
  { records }: Partial<Pick<Ports, 'records'>>,
  job: string,
): Promise<number | undefined> {
  return await records?.count(job, AbortSignal.timeout(countMs));
}

function revisitsOf({ revisits: plan }: Job, { freshness }: JobSettings): Pick<Status, 'revisits'> {
  if (freshness === undefined) return {};
  const planned = plan === undefined ? {} : { perDay: plan.perDay };
  const maintains = plan?.maintains === undefined ? {} : { maintains: plan.maintains };
  return { revisits: { share: shareOf(plan, freshness), ...planned, ...maintains } };
}

/** Why nothing moves, in sentences, the most likely first; empty when something moves. */
function whyNothingMoves(
  status: Omit<Status, 'reasons'>,
  summary: JobSummary,
  autoRecycleLinks: boolean,
  hindrances: readonly string[],
  now: number,
): string[] {
  const reasons: string[] = [];
  const hosts = summary.idle + summary.due + summary.ticketed;
  if (status.state !== 'open')
    reasons.push(`the job is ${status.state}: ${status.pause?.reason ?? 'no reason was given'}`);
  reasons.push(...hindrances);
  if (hosts === 0) reasons.push('there is no host yet: give it seeds with `winnow seed`');
  if (status.ceiling !== undefined && (status.pagesToday ?? 0) >= status.ceiling) {
    reasons.push(
      `the ceiling of ${status.ceiling} pages a day (limits.pagesPerDay) is reached; it goes on at midnight UTC`,
    );
  }
  if (!autoRecycleLinks && status.openSegments > 0) {
    reasons.push(
      `${status.openSegments} link segments are held back (autoRecycleLinks: false): take them up with \`winnow recycle\``,
    );
  }
  if (reasons.length > 0 || status.hosts.ticketed > 0 || status.dueLagMs !== undefined) return reasons;
  const { left = [], nextDueAt: next } = status;
  for (const one of left)
    if (one.why !== 'gap' && one.why !== 'segments') reasons.push(describeLeft(one, now).what);
  if (next !== undefined) reasons.push(`every host has to wait; the next is due in ${span(next - now)}`);
  else if (hosts > 0 && left.length === 0)
    reasons.push('the frontier is empty: every URL that was found has been visited');
  return reasons;
}
