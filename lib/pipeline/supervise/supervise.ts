import type { OutcomeKind } from '../../base/fetch/outcome.ts';
import { type CostUnits, nanoDollarsOf, splitUnits } from '../../domain/cost/units.ts';
import { tailOf } from '../../domain/focus/focus-settings.ts';
import { type HarvestCounts, harvestCounts } from '../../domain/focus/harvest-counts.ts';
import { type StopSettings, stopReason } from '../../domain/focus/stop-rules.ts';
import { type CrawlTotals, look, type Supervision, spendingOf } from '../../domain/focus/supervision.ts';
import { type BandCounts, judgeTail, newTail, type Tail } from '../../domain/focus/tail.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Ticket } from '../../ports/tickets.ts';
import { settingsOf } from '../base/settings-cache.ts';
import { type Charging, charge } from '../cost/charge.ts';
import { isolateJobs, type JobIsolation } from '../job/isolate-jobs.ts';
import { changeJob } from '../job/open-job.ts';
import { pauseByItself } from '../job/pause-by-itself.ts';
import { countStages, timeStages } from '../strategy/job-stages.ts';
import { outcomesOf, type TurnReport, type VisitReport } from '../turn/turn-report.ts';
import type { BestEffortWrite } from './best-effort.ts';
import { countChanges } from './count-changes.ts';
import { countPluginFailures } from './plugin-failures.ts';
import { known, sheet, totalsSoFar, write } from './supervision-note.ts';

type Supervising = Pick<Ports, 'jobs' | 'commands' | 'clock'>;

/** How often the running time of a crawl is written down when nothing else is. */
const timeMs = 10_000;

/** Whether a job's turns are counted: the job has a topic, whose harvest is watched, or rules that stop it. */
export function isSupervised({ topic, stop }: Pick<JobSettings, 'topic' | 'stop'>): boolean {
  return topic !== undefined || stop !== undefined;
}

/** Whether the pages of a job's turns are counted: it is supervised, or analysed after so many. */
function isCounted(settings: Pick<JobSettings, 'topic' | 'stop' | 'focus' | 'links'>): boolean {
  return isSupervised(settings) || settings.focus.distill > 0 || settings.links.ranks > 0;
}

/** A job that was paused by a rule or its budget. */
export interface PausedJob {
  readonly job: string;
  readonly reason: string;
}

/**
 * Adds up what turns brought and what they cost, with one write for each job and purpose. Pauses jobs that have reached
 * the pages, bytes or dollars of their rules, or have spent their month's budget. Turns of a worker that dies before the
 * count are not counted: a rule then stops one batch of turns later. What stages of a strategy sum up is not lost.
 * @param billed the bill of the turns, if there is one
 * @param keep runs each write; by default a write that fails ends the counting
 */
export async function countTurns(
  ports: Charging,
  turns: readonly { readonly ticket: Ticket; readonly report: TurnReport }[],
  billed?: CostUnits,
  keep: BestEffortWrite = (_, write) => write(),
): Promise<readonly PausedJob[]> {
  // A ticket that was not valid may belong to a job that no longer exists.
  const own = turns.filter(({ report }) => report.result !== 'not-mine');
  const byJob = [...Map.groupBy(own, ({ ticket }) => ticket.job)];
  const shares = splitUnits(
    billed ?? {},
    byJob.map(([, some]) => some.reduce((sum, { report }) => sum + 1 + report.visits.length, 0)),
  );
  const paused: PausedJob[] = [];
  for (const [index, [name, some]] of byJob.entries()) {
    const { config } = (some.at(-1) as (typeof some)[number]).ticket;
    const settings = await keep(`settings of ${name}`, () => settingsOf(ports.jobs, name, config));
    if (settings === undefined) continue;
    const reports = some.map(({ report }) => report);
    const cost = { ...shares[index], ...workOf(reports) };
    const committed = reports.filter(({ result }) => result === 'committed');
    if (settings.freshness !== undefined)
      await keep(`changes of ${name}`, () => countChanges(ports, name, committed));
    await keep(`plug-in failures of ${name}`, () => countPluginFailures(ports, name, committed));
    const staged = await keep(`stages of ${name}`, () => countStages(ports, settings, reports));
    const totals = totalsOf(committed);
    const nanoDollars = billed === undefined ? 0 : nanoDollarsOf(cost);
    const stopped =
      isCounted(settings) && totals.pages + nanoDollars > 0
        ? await keep(`pages of ${name}`, () =>
            add(ports, settings, { ...totals, nanoDollars }, billed !== undefined),
          )
        : undefined;
    const spent =
      billed === undefined ? undefined : await keep(`cost of ${name}`, () => charge(ports, settings, cost));
    const reason = stopped ?? spent ?? staged;
    if (reason !== undefined) paused.push({ job: name, reason });
  }
  return paused;
}

/** The work of turns that bills include beside what is metered. */
export function workOf(reports: readonly TurnReport[]): CostUnits {
  return { turns: reports.length, pages: reports.reduce((sum, { visits }) => sum + visits.length, 0) };
}

/**
 * Divides the bill of work for all jobs, which is dispatching and recycling, equally among the open jobs. If the share of a
 * job cannot be written, it is lost.
 * @param isolation is told of such jobs
 */
export async function countCost(
  ports: Charging,
  billed: CostUnits,
  isolation: JobIsolation = isolateJobs(),
): Promise<readonly PausedJob[]> {
  const open = (await ports.jobs.jobs()).filter(({ state }) => state === 'open');
  const shares = splitUnits(
    billed,
    open.map(() => 1),
  );
  const paused: PausedJob[] = [];
  for (const [index, { name, config }] of open.entries()) {
    const cost = shares[index] ?? {};
    const reason = await isolation.attempt(name, 'costs', async () => {
      const settings = await settingsOf(ports.jobs, name, config);
      const stopped =
        settings.stop?.dollars === undefined
          ? undefined
          : await add(ports, settings, { nanoDollars: nanoDollarsOf(cost) }, true);
      return stopped ?? (await charge(ports, settings, cost));
    });
    if (reason !== undefined) paused.push({ job: name, reason });
  }
  return paused;
}

/** @returns why a rule stopped the job; undefined if none did */
async function add(
  ports: Supervising,
  { name, stop = {} }: JobSettings,
  totals: CrawlTotals,
  isBilled: boolean,
): Promise<string | undefined> {
  const now: CrawlTotals = await ports.jobs.tally(name, sheet, { ...totals });
  const { harvest: _, timeMs: __, ...sums } = stop;
  if (Object.keys(sums).length === 0) return undefined;
  return await stopIfReached(ports, name, sums, (await known(ports, name)).supervision, now, isBilled);
}

/** The totals of some turns. */
export function totalsOf(
  reports: readonly TurnReport[],
): Required<Pick<CrawlTotals, 'pages' | 'bytes' | 'judged' | 'kept'>> & BandCounts {
  const outcomes = reports.flatMap(outcomesOf).filter(({ repeated }) => !repeated);
  const bands = Map.groupBy(outcomes, ({ band }) => band);
  const counted = [...bands].flatMap(([band, some]) => {
    const { judged, kept } = harvestOf(some);
    return band === undefined ? [] : [[`judged${band}`, judged] as const, [`kept${band}`, kept] as const];
  });
  return {
    pages: reports.reduce((sum, { visits }) => sum + visits.length, 0),
    bytes: reports.reduce((sum, { bytes }) => sum + bytes, 0),
    ...harvestOf(outcomes),
    ...Object.fromEntries(counted),
  };
}

function harvestOf(visits: readonly Pick<VisitReport, 'outcome'>[]): HarvestCounts {
  const outcomes: Partial<Record<OutcomeKind, number>> = {};
  for (const { outcome } of visits) outcomes[outcome.kind] = (outcomes[outcome.kind] ?? 0) + 1;
  return harvestCounts(outcomes);
}

/**
 * Checks the totals of a job's turns: watches the harvest, and stops the job if a rule says so. Safe if several processes
 * call it at once: one of them writes down what it saw.
 * @returns whether the job goes on, and whether its harvest has fallen
 */
export async function supervise(
  ports: Supervising,
  job: Job,
  settings: JobSettings,
): Promise<{ readonly goesOn: boolean; readonly hasFallen: boolean }> {
  if ((await timeStages(ports, settings)) !== undefined) return { goesOn: false, hasFallen: false };
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
  await holdTail(ports, job, settings, totals);
  const isBilled = totals.nanoDollars !== undefined;
  const stopped = await stopIfReached(ports, job.name, stop, supervision, totals, isBilled);
  return {
    goesOn: stopped === undefined,
    hasFallen: settings.topic !== undefined && supervision.watch.alarm !== undefined,
  };
}

/** Has the turns of a job hold what brings too little from now on. */
async function holdTail(
  ports: Supervising,
  job: Job,
  settings: JobSettings,
  totals: CrawlTotals,
): Promise<void> {
  const least = tailOf(settings);
  const judged = (tail = newTail): Tail => (least === undefined ? tail : judgeTail(tail, totals, least));
  if (judged(job.tail) === (job.tail ?? newTail)) return;
  await changeJob(ports, job.name, (was) => {
    const tail = judged(was.tail);
    return tail === (was.tail ?? newTail) ? was : { ...was, tail };
  });
}

async function stopIfReached(
  ports: Supervising,
  job: string,
  rules: StopSettings,
  supervision: Supervision,
  totals: CrawlTotals,
  isBilled: boolean,
): Promise<string | undefined> {
  const reason = stopReason(rules, spendingOf(supervision, totals, ports.clock.now(), rules, isBilled));
  if (reason === undefined) return undefined;
  // When people open the job again, its rules count from another number of pages, so the next stop has another id.
  const requestId = `${reason.split(':')[0]}-${job}-${supervision.base.pages ?? 0}`;
  await pauseByItself(ports, job, { requestId, by: 'rule', reason });
  return reason;
}
