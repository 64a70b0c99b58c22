import { madeBy } from '../../domain/control/pause.ts';
import { type Month, monthOf } from '../../domain/cost/month.ts';
import { type CostUnits, dollarsOf } from '../../domain/cost/units.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { settingsOf } from '../base/settings-cache.ts';
import { openByItself, pauseByItself } from '../job/pause-by-itself.ts';
import { sheetOf } from './sheet.ts';

type Budgeting = Pick<Ports, 'jobs' | 'commands' | 'clock'>;

export interface MonthsBudget {
  /** Dollars. */
  readonly limit: number;
  readonly spent: CostUnits;
  readonly month: Month;
}

/** Pauses an open job whose budget for the month is spent, and returns the reason. Logs the command once per month and limit. */
export async function pauseIfSpent(
  ports: Budgeting,
  job: string,
  { limit, spent, month }: MonthsBudget,
): Promise<string | undefined> {
  const dollars = dollarsOf(spent);
  if (dollars < limit) return undefined;
  if ((await ports.jobs.job(job))?.state !== 'open') return undefined;
  const next = new Date(month.end).toISOString().slice(0, 10);
  const reason = `budget: $${dollars.toFixed(4)} of $${limit} for ${month.name} are spent; it goes on by itself on ${next}, or when limits.dollarsPerMonth is raised`;
  await pauseByItself(ports, job, {
    requestId: `budget-${job}-${month.name}-${limit}`,
    by: 'budget',
    reason,
  });
  return reason;
}

/** Whether a job is paused because its budget is spent. */
export function isOutOfBudget({ state, pause }: Job): boolean {
  return state === 'paused' && pause !== undefined && madeBy(pause) === 'budget';
}

/**
 * Opens the jobs that their budgets have paused when a new month has begun or the budget was raised. Jobs that people
 * paused or stopped stay so.
 * @returns the jobs afterwards
 */
export async function openAffordable(ports: Budgeting, jobs: readonly Job[]): Promise<readonly Job[]> {
  return await Promise.all(jobs.map((job) => (isOutOfBudget(job) ? openIfAffordable(ports, job) : job)));
}

async function openIfAffordable(ports: Budgeting, job: Job): Promise<Job> {
  const { limit, spent, month } = await budgetOf(ports, job);
  if (limit !== undefined && spent >= limit) return job;
  const reason = `of ${limit === undefined ? 'no limit' : `$${limit}`} for ${month.name}, $${spent.toFixed(4)} are spent`;
  const requestId = `budget-on-${job.name}-${month.name}-${limit ?? 'none'}`;
  return await openByItself(ports, job, { requestId, by: 'budget', reason });
}

/** The budget of a job for this month, absent without one, and what is spent of it. Dollars. */
async function budgetOf(
  { jobs, clock }: Pick<Ports, 'jobs' | 'clock'>,
  { name, config }: Job,
): Promise<{ readonly limit: number | undefined; readonly spent: number; readonly month: Month }> {
  const month = monthOf(clock.now());
  const { dollarsPerMonth: limit } = (await settingsOf(jobs, name, config)).limits;
  return { limit, spent: dollarsOf(await sheetOf(jobs, name, month)), month };
}
