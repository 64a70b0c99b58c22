import { monthOf } from '../../domain/cost/month.ts';
import { dollarsOf } from '../../domain/cost/units.ts';
import { stopProgress } from '../../domain/focus/stop-rules.ts';
import { spendingOf } from '../../domain/focus/supervision.ts';
import { type Census, groupsOf } from '../../domain/revisit/census.ts';
import { planned, type RevisitPlan } from '../../domain/revisit/plan.ts';
import type { Signals } from '../../domain/revisit/shift.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { settingsOf } from '../base/settings-cache.ts';
import { utcDay } from '../base/utc-day.ts';
import { sheetOf } from '../cost/sheet.ts';
import { changeJob } from '../job/open-job.ts';
import { changesSheet } from './count-changes.ts';
import { isSupervised } from './supervise.ts';
import { supervisionOf } from './supervision-note.ts';

type Planning = Pick<Ports, 'jobs' | 'commands' | 'clock'>;

/**
 * Plans the revisits of a job whose pages are visited again by how often they change, and decides whether the job maintains
 * what it has or looks for more, by its harvest, its news and its budgets. Writes only what changed, and logs a shift
 * between the two as a command. Safe if several processes call it at once.
 */
export async function planRevisits(ports: Planning, job: Job): Promise<void> {
  const settings = await settingsOf(ports.jobs, job.name, job.config);
  const { freshness, limits } = settings;
  if (freshness === undefined) return;
  const census: Census = await ports.jobs.tally(job.name, changesSheet, {});
  // Without a page there is nothing to plan: the first pages are visited again at fixed times.
  if (job.revisits === undefined && groupsOf(census).length === 0) return;
  const signals = await signalsOf(ports, settings);
  const now = ports.clock.now();
  const plan = planned(job.revisits, census, signals, freshness, now, limits.pagesPerDay);
  if (plan === job.revisits) return;
  await logShift(ports, job, plan);
  await changeJob(ports, job.name, (was) => ({ ...was, revisits: plan }));
}

async function signalsOf(ports: Planning, settings: JobSettings): Promise<Omit<Signals, 'news'>> {
  const { name, limits } = settings;
  const ceiling = limits.pagesPerDay;
  const today = ceiling === undefined ? 0 : await ports.jobs.addPages(name, utcDay(ports.clock.now()), 0);
  const spentToday = ceiling === undefined ? 0 : today / ceiling;
  const month = await spentOfMonth(ports, settings);
  if (!isSupervised(settings)) return { hasFallen: false, spent: month, spentToday };
  const { stop = {}, topic } = settings;
  const { totals, ...supervision } = await supervisionOf(ports, name);
  const isBilled = totals.nanoDollars !== undefined;
  const { harvest: _, ...sums } = stop;
  const parts = stopProgress(sums, spendingOf(supervision, totals, ports.clock.now(), sums, isBilled)).map(
    ({ now = 0, limit }) => now / limit,
  );
  return {
    hasFallen: topic !== undefined && supervision.watch.alarm !== undefined,
    spent: Math.max(month, ...parts),
    spentToday,
  };
}

/** The share of the month's budget that is spent; 0 without a budget, and if nothing is billed. */
async function spentOfMonth({ jobs, clock }: Planning, { name, limits }: JobSettings): Promise<number> {
  if (limits.dollarsPerMonth === undefined) return 0;
  const spent = await sheetOf(jobs, name, monthOf(clock.now()));
  return spent.writeUnits === undefined ? 0 : dollarsOf(spent) / limits.dollarsPerMonth;
}

/** Logs a shift before the job is changed. After a crash in between it is logged again, under the same id or a later one. */
async function logShift(
  { commands, clock }: Planning,
  { name, revisits: before }: Job,
  { maintains }: RevisitPlan,
): Promise<void> {
  if (before?.maintains?.reason === maintains?.reason) return;
  const at = clock.now();
  const whyOver = `it has room for more: no longer that ${before?.maintains?.reason}`;
  await commands.enter({
    requestId: `shift-${name}-${maintains?.since ?? at}`,
    ...{ at, by: 'winnow', reason: maintains?.reason ?? whyOver, state: 'done', endedAt: at },
    command: { command: maintains === undefined ? 'discover' : 'maintain', job: name },
  });
}
