import { type JobOutlook, type NextStep, nextStep } from '../../domain/control/crawl-end.ts';
import { longestBusyMs } from '../../domain/domains/domain-credit.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { settingsOf } from '../../pipeline/base/settings-cache.ts';
import { utcDay } from '../../pipeline/base/utc-day.ts';
import { firstDue } from '../../pipeline/frontier/due-bands.ts';
import { admittedIn, restingIn } from '../../pipeline/report/summary.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import type { LoopOptions, LoopParts } from './crawl-parts.ts';

/** The longest sleep: other processes may seed, pause or open jobs at any time. */
const maxSleepMs = 1_000;
const minSleepMs = 10;
/** The sleep while a person waits for one page. */
const askedSleepMs = 50;

/** When no turn runs and none can begin: whether the crawl ends, or how long it sleeps before the next look. */
export async function whatNext(parts: LoopParts, options: LoopOptions): Promise<NextStep> {
  if (options.only) return { kind: 'wait', ms: askedSleepMs };
  const outlooks: JobOutlook[] = [];
  for (const name of options.untilDone) outlooks.push(await outlookOf(parts, options, name));
  const step = nextStep(outlooks, parts.ports.clock.now());
  if (step.kind === 'end') return options.forever ? { kind: 'wait', ms: maxSleepMs } : step;
  return { kind: 'wait', ms: Math.max(minSleepMs, Math.min(maxSleepMs, step.ms)) };
}

/** How long a crawl with these settings waits: at least through a gap or a Crawl-delay. */
export function patienceOf(
  settings: Pick<JobSettings, 'crawl' | 'politeness' | 'overrides'>,
): Pick<LoopOptions, 'patienceMs' | 'gapPatienceMs'> {
  const { patienceMs } = settings.crawl;
  const all = [settings.politeness, ...settings.overrides.map((one) => one.settings.politeness ?? {})];
  const gaps = all.flatMap(({ gapMs = 0, maxCrawlDelayMs = 0, maxResponseDelayMs = 0 }) => [
    gapMs,
    maxCrawlDelayMs,
    maxResponseDelayMs,
  ]);
  return { patienceMs, gapPatienceMs: Math.max(patienceMs, Math.max(...gaps) + 1_000) };
}

async function outlookOf(
  { ports, summary }: LoopParts,
  { patienceMs, gapPatienceMs }: LoopOptions,
  name: string,
): Promise<JobOutlook> {
  const job = await ports.jobs.job(name);
  if (job?.state !== 'open' || (await ceilingReached(ports, job))) {
    return { isPaused: true, isMoving: false, next: [] };
  }
  const hosts = await summary(name);
  // A converted document makes its host due.
  const isMoving = hosts.ticketed > 0 || (await ports.convertQueue.outstanding()) > 0;
  // Without an entry in the due index no host gets a turn, whatever the controls say.
  const first = await firstDue(ports.due, name, Number.MAX_SAFE_INTEGER);
  if (first === undefined) return { isPaused: false, isMoving, next: [] };
  if (first.wake) return { isPaused: false, isMoving, next: [{ at: first.at, patienceMs }] };
  // The first entry may be out of date, for example of a ticket that ended: the controls know the due times.
  const { well, backedOff, untried } = hosts.nextDue;
  const waitsForGap = admittedIn(hosts) > restingIn(hosts);
  const next = [
    { at: well, patienceMs: waitsForGap ? gapPatienceMs : patienceMs },
    { at: backedOff, patienceMs },
    // They are as much at work as the hosts that are being tried.
    { at: untried, patienceMs: Math.max(patienceMs, longestBusyMs) },
  ].flatMap(({ at, ...rest }) => (at === undefined ? [] : [{ at: Math.max(at, first.at), ...rest }]));
  return { isPaused: false, isMoving, next };
}

/** Whether the day's ceiling leaves no page: the crawl goes on tomorrow, or after somebody raised the ceiling. */
async function ceilingReached(ports: Ports, job: Job): Promise<boolean> {
  const { pagesPerDay } = (await settingsOf(ports.jobs, job.name, job.config)).limits;
  if (pagesPerDay === undefined) return false;
  return (await ports.jobs.addPages(job.name, utcDay(ports.clock.now()), 0)) >= pagesPerDay;
}
