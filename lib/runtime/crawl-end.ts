import { holdOn } from '../domain/control/hold.ts';
import { firstDue } from '../pipeline/due-bands.ts';
import { hostPages } from '../pipeline/host-pages.ts';
import { settingsOf } from '../pipeline/settings-cache.ts';
import { utcDay } from '../pipeline/utc-day.ts';
import type { Job } from '../ports/jobs.ts';
import type { Ports } from '../ports/ports.ts';
import type { LoopOptions, LoopParts } from './crawl-parts.ts';
import type { CrawlEnd } from './installation.ts';

/** While URLs are pending that nobody may fetch yet, other processes may seed, pause or open: look again after this. */
const maxSleepMs = 1_000;

/** Nothing runs: whether that is the end, or how long it is until something is due. */
export async function isOver(
  parts: LoopParts,
  options: LoopOptions,
): Promise<{ end?: CrawlEnd; waitMs: number } | undefined> {
  const { ports } = parts;
  if (options.only) return { waitMs: 50 };
  const now = ports.clock.now();
  let waitMs = Number.POSITIVE_INFINITY;
  let pausedJobs = 0;
  let within = false;
  for (const name of options.untilDone) {
    const job = await ports.jobs.job(name);
    if (job?.state !== 'open' || (await ceilingReached(ports, job))) {
      pausedJobs += 1;
      continue;
    }
    const next = await firstDue(ports.due, name, Number.MAX_SAFE_INTEGER);
    if (next) {
      waitMs = Math.min(waitMs, next.at - now);
      within ||= next.at - now <= options.patienceMs(next.host);
    }
    const summary = await parts.summary(name);
    const { pendingBackingOff, waiting, overBudget, trapped } = summary;
    // Nobody fetches these until something else happens.
    const onHold = await pendingOnHold(ports, job);
    const resting = pendingBackingOff + waiting.pending + overBudget.held + trapped.held + onHold;
    if (summary.ticketed > 0 || summary.pending > resting) {
      return { waitMs: Math.min(waitMs, maxSleepMs) };
    }
  }
  if (pausedJobs === options.untilDone.length) return { end: 'paused', waitMs: 0 };
  return within ? { waitMs } : { end: 'done', waitMs: 0 };
}

/** Whether the day's ceiling leaves no page: somebody has to come back tomorrow, or raise it. */
async function ceilingReached(ports: Ports, job: Job): Promise<boolean> {
  const { pagesPerDay } = (await settingsOf(ports.jobs, job.name, job.config)).limits;
  if (pagesPerDay === undefined) return false;
  return (await ports.jobs.addPages(job.name, utcDay(ports.clock.now()), 0)) >= pagesPerDay;
}

/** URLs of hosts that people hold, but for those that are counted as resting anyway. */
async function pendingOnHold({ hosts }: Ports, { name, holds }: Job): Promise<number> {
  if (holds === undefined) return 0;
  let pending = 0;
  for await (const page of hostPages({ hosts }, name)) {
    for (const { host, control } of page) {
      if (control.waits || (control.backoffs ?? 0) > 0 || holdOn(holds, host) === undefined) continue;
      const { pending: all, held = 0, overBudget } = control.counters;
      pending += Math.max(0, all - held - (overBudget?.held ?? 0));
    }
  }
  return pending;
}
