import { describeLeft } from '../domain/left.ts';
import { shareOf } from '../domain/revisit/shift.ts';
import type { JobSettings } from '../domain/settings.ts';
import { span } from '../domain/span.ts';
import type { Job } from '../ports/jobs.ts';
import type { Ports } from '../ports/ports.ts';
import { crawlState } from './crawl-health.ts';
import { firstDue } from './due-bands.ts';
import { heldTraps } from './held-traps.ts';
import { learntLinks } from './learnt-links.ts';
import { pluginFailures } from './plugin-failures.ts';
import type { Status } from './reports.ts';
import { settingsOf } from './settings-cache.ts';
import { type JobSummary, nextDueAt } from './summary.ts';
import { utcDay } from './utc-day.ts';
import { pendingOnHold, whatIsLeft } from './what-is-left.ts';

/** Open segments are counted up to this. */
const maxSegments = 1_000;

/**
 * The state of a job now.
 * @param records how many the collection holds, where that is known exactly
 * @param hindrance why a job with such settings is given no turns, where it is not
 */
export async function statusOf(
  ports: Pick<Ports, 'jobs' | 'hosts' | 'segments' | 'due' | 'links' | 'tickets' | 'clock'>,
  job: Job,
  summary: JobSummary,
  records: number | undefined,
  hindrance: (settings: JobSettings) => string | undefined,
): Promise<Status> {
  const now = ports.clock.now();
  const settings = await settingsOf(ports.jobs, job.name, job.config);
  const ceiling = settings.limits.pagesPerDay;
  const first = await firstDue(ports.due, job.name, now);
  const openSegments = (await ports.links.open(job.name, maxSegments)).length;
  const pagesToday = ceiling === undefined ? undefined : await ports.jobs.addPages(job.name, utcDay(now), 0);
  const { outcomes } = summary;
  const traps = summary.trapped.hosts === 0 ? [] : await heldTraps(ports, job, settings);
  const failures = await pluginFailures(ports, settings);
  const next = nextDueAt(summary);
  const left = whatIsLeft(
    summary,
    await pendingOnHold(ports, job),
    settings.autoRecycleLinks ? 0 : openSegments,
  );
  const base = {
    job: job.name,
    state: job.state,
    ...(job.pause && job.state !== 'open' ? { pause: job.pause } : {}),
    ...(job.holds === undefined ? {} : { holds: job.holds }),
    config: job.config,
    hosts: { idle: summary.idle, due: summary.due, ticketed: summary.ticketed },
    ...(first === undefined ? {} : { dueLagMs: now - first.at }),
    pending: summary.pending,
    fetched: Object.values(outcomes).reduce((sum, count) => sum + count, 0),
    outcomes: outcomes as Status['outcomes'],
    bytes: summary.bytes,
    records: records ?? outcomes.stored ?? 0,
    openSegments,
    ...(next === undefined || next <= now ? {} : { nextDueAt: next }),
    ...(left.length === 0 ? {} : { left }),
    pagesToday: pagesToday ?? 0,
    ...(settings.network.insecureTls.length === 0 ? {} : { insecureTls: settings.network.insecureTls }),
    ...(ceiling === undefined ? {} : { ceiling }),
    ...(Object.keys(summary.unsupported).length === 0 ? {} : { unsupported: summary.unsupported }),
    ...(summary.waiting.hosts === 0 ? {} : { waiting: summary.waiting }),
    ...(traps.length === 0 ? {} : { traps }),
    ...(failures === undefined ? {} : { pluginFailures: failures }),
    ...(summary.parked.hosts === 0 ? {} : { parked: summary.parked }),
    ...(summary.overBudget.hosts === 0 ? {} : { overBudget: summary.overBudget }),
    ...(await crawlState(ports, settings, summary, openSegments)),
    ...(await learntLinks(ports, settings)),
    ...revisitsOf(job, settings),
  };
  return {
    ...base,
    reasons: whyNothingMoves(base, summary, settings.autoRecycleLinks, hindrance(settings), now),
  };
}

function revisitsOf({ revisits: plan }: Job, { freshness }: JobSettings): Pick<Status, 'revisits'> {
  if (freshness === undefined) return {};
  const planned = plan === undefined ? {} : { perDay: plan.perDay };
  const maintains = plan?.maintains === undefined ? {} : { maintains: plan.maintains };
  return { revisits: { share: shareOf(plan, freshness), ...planned, ...maintains } };
}

/** Why nothing moves, in sentences, the most likely first; empty when something does. */
function whyNothingMoves(
  status: Omit<Status, 'reasons'>,
  summary: JobSummary,
  autoRecycleLinks: boolean,
  hindrance: string | undefined,
  now: number,
): string[] {
  const reasons: string[] = [];
  const hosts = summary.idle + summary.due + summary.ticketed;
  if (status.state !== 'open')
    reasons.push(`the job is ${status.state}: ${status.pause?.reason ?? 'no reason was given'}`);
  if (hindrance !== undefined) reasons.push(hindrance);
  if (hosts === 0) reasons.push('there is no host yet: give it seeds with `winnow seed`');
  if (status.ceiling !== undefined && status.pagesToday >= status.ceiling) {
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
