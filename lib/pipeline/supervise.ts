import { type CrawlTotals, look, type Supervision, spendingOf } from '../domain/focus/supervision.ts';
import type { JobSettings } from '../domain/settings.ts';
import { type StopSettings, stopReason } from '../domain/stop-rules.ts';
import type { Job } from '../ports/jobs.ts';
import type { Ports } from '../ports/ports.ts';
import type { Ticket } from '../ports/tickets.ts';
import { countChanges } from './count-changes.ts';
import { setJobState } from './open-job.ts';
import { settingsOf } from './settings-cache.ts';
import { known, sheet, totalsSoFar, write } from './supervision-note.ts';
import type { TurnReport } from './turn-report.ts';

type Supervising = Pick<Ports, 'jobs' | 'clock'>;

/** How often the time that a crawl runs is written down where nothing else is. */
const timeMs = 10_000;

/** Whether a job's turns are counted: it has a topic, whose harvest is watched, or rules by which it stops. */
export function isSupervised({ topic, stop }: Pick<JobSettings, 'topic' | 'stop'>): boolean {
  return topic !== undefined || stop !== undefined;
}

/**
 * Adds up what turns brought, with one write for each job, and stops jobs that have reached the pages, bytes or dollars
 * of their rules. A worker that dies before it counts them for nothing: a rule then stops later by one batch of turns.
 * @param nanoDollars what the turns cost, where that is billed
 */
export async function countTurns(
  ports: Supervising,
  turns: readonly { readonly ticket: Ticket; readonly report: TurnReport }[],
  nanoDollars?: number,
): Promise<void> {
  // A ticket that was nobody's may be of a job that there is no more.
  const visiting = turns.filter(({ report }) => report.visits.length > 0 && report.result === 'committed');
  const all = visiting.reduce((sum, { report }) => sum + report.visits.length, 0);
  for (const [name, some] of Map.groupBy(visiting, ({ ticket }) => ticket.job)) {
    const { config } = (some.at(-1) as (typeof some)[number]).ticket;
    const settings = await settingsOf(ports.jobs, name, config);
    if (settings.freshness !== undefined) {
      await countChanges(
        ports,
        name,
        some.map(({ report }) => report),
      );
    }
    if (!isSupervised(settings)) continue;
    const added = totalsOf(some.map(({ report }) => report));
    const cost = Math.round(((nanoDollars ?? 0) * added.pages) / all);
    await add(ports, settings, { ...added, nanoDollars: cost }, nanoDollars !== undefined);
  }
}

/** Adds what work for jobs as a whole has cost, dispatching and recycling, in equal parts to those that stop by dollars. */
export async function countCost(ports: Supervising, nanoDollars: number): Promise<void> {
  const open = (await ports.jobs.jobs()).filter(({ state }) => state === 'open');
  for (const { name, config } of open) {
    const settings = await settingsOf(ports.jobs, name, config);
    if (settings.stop?.dollars === undefined) continue;
    await add(ports, settings, { nanoDollars: Math.round(nanoDollars / open.length) }, true);
  }
}

async function add(
  ports: Supervising,
  { name, stop = {} }: JobSettings,
  totals: CrawlTotals,
  isBilled: boolean,
): Promise<void> {
  const now: CrawlTotals = await ports.jobs.tally(name, sheet, { ...totals });
  const { harvest: _, timeMs: __, ...sums } = stop;
  if (Object.keys(sums).length === 0) return;
  await stopIfReached(ports, name, sums, (await known(ports, name)).supervision, now, isBilled);
}

/** What some turns came to. */
export function totalsOf(reports: readonly TurnReport[]): Required<Omit<CrawlTotals, 'nanoDollars'>> {
  let [pages, bytes, judged, kept] = [0, 0, 0, 0];
  for (const report of reports) {
    pages += report.visits.length;
    bytes += report.bytes;
    for (const { outcome } of report.visits) {
      const isKept = outcome.kind === 'stored';
      if (isKept || outcome.kind === 'off-topic' || outcome.kind === 'duplicate') judged += 1;
      if (isKept) kept += 1;
    }
  }
  return { pages, bytes, judged, kept };
}

/**
 * Looks at what a job's turns have come to: watches its harvest, and stops it where a rule says so. Safe beside others
 * who do the same: one of them writes down what was seen.
 * @returns whether the job goes on, and whether its harvest has fallen
 */
export async function supervise(
  ports: Supervising,
  job: Job,
  settings: JobSettings,
): Promise<{ readonly goesOn: boolean; readonly hasFallen: boolean }> {
  if (!isSupervised(settings)) return { goesOn: true, hasFallen: false };
  const { stop = {} } = settings;
  const [totals, { supervision: before, version }] = await Promise.all([
    totalsSoFar(ports, job.name),
    known(ports, job.name),
  ]);
  const now = ports.clock.now();
  const hasNews = (totals.judged ?? 0) !== before.watch.judged || version === 0;
  const isTimed = stop.timeMs !== undefined && now - before.lookedAt >= timeMs;
  const supervision = hasNews || isTimed ? look(before, totals, now, stop) : before;
  if (supervision !== before) await write(ports, job.name, version, supervision);
  const isBilled = totals.nanoDollars !== undefined;
  const stops = await stopIfReached(ports, job.name, stop, supervision, totals, isBilled);
  return { goesOn: !stops, hasFallen: settings.topic !== undefined && supervision.watch.alarm !== undefined };
}

async function stopIfReached(
  ports: Supervising,
  job: string,
  rules: StopSettings,
  supervision: Supervision,
  totals: CrawlTotals,
  isBilled: boolean,
): Promise<boolean> {
  const reason = stopReason(rules, spendingOf(supervision, totals, ports.clock.now(), rules, isBilled));
  if (reason === undefined) return false;
  const { state } = (await ports.jobs.job(job)) ?? {};
  if (state === 'open') await setJobState(ports, job, 'paused', reason);
  return true;
}
