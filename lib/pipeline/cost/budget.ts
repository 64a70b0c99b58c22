import { type Month, monthOf } from '../../domain/cost/month.ts';
import { type CostUnits, dollarsOf } from '../../domain/cost/units.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { changeJob } from '../open-job.ts';
import { settingsOf } from '../settings-cache.ts';
import { sheetOf } from './sheet.ts';

type Budgeting = Pick<Ports, 'jobs' | 'commands' | 'clock'>;

/** How the reasons of pauses begin that a budget made. */
const mark = 'budget: ';

export interface MonthsBudget {
  /** Dollars. */
  readonly limit: number;
  readonly spent: CostUnits;
  readonly month: Month;
}

/** Pauses an open job whose budget for the month is spent, and says why. It is entered into the log of commands once for each limit. */
export async function pauseIfSpent(
  ports: Budgeting,
  job: string,
  { limit, spent, month }: MonthsBudget,
): Promise<string | undefined> {
  const dollars = dollarsOf(spent);
  if (dollars < limit) return undefined;
  if ((await ports.jobs.job(job))?.state !== 'open') return undefined;
  const next = new Date(month.end).toISOString().slice(0, 10);
  const reason = `${mark}$${dollars.toFixed(4)} of $${limit} for ${month.name} are spent; it goes on by itself on ${next}, or when limits.dollarsPerMonth is raised`;
  await enter(ports, `budget-${job}-${month.name}-${limit}`, { command: 'pause', job }, reason);
  const at = ports.clock.now();
  await changeJob(ports, job, (was) =>
    was.state === 'open' ? { ...was, state: 'paused', pause: { reason, at } } : was,
  );
  return reason;
}

/**
 * Opens the jobs that their budgets have paused, where a new month has begun or the budget leaves something again. Those that
 * people have paused or stopped stay so.
 * @returns the jobs as they are then
 */
export async function openAffordable(ports: Budgeting, jobs: readonly Job[]): Promise<readonly Job[]> {
  return await Promise.all(
    jobs.map((job) =>
      job.state === 'paused' && job.pause?.reason.startsWith(mark) ? openIfAffordable(ports, job) : job,
    ),
  );
}

async function openIfAffordable(ports: Budgeting, job: Job): Promise<Job> {
  const { name, pause } = job;
  const month = monthOf(ports.clock.now());
  const { dollarsPerMonth: limit } = (await settingsOf(ports.jobs, name, job.config)).limits;
  const spent = dollarsOf(await sheetOf(ports.jobs, name, month));
  if (limit !== undefined && spent >= limit) return job;
  const reason = `of ${limit === undefined ? 'no limit' : `$${limit}`} for ${month.name}, $${spent.toFixed(4)} are spent`;
  const id = `budget-on-${name}-${month.name}-${limit ?? 'none'}`;
  await enter(ports, id, { command: 'continue', job: name }, reason);
  return await changeJob(ports, name, (was) => {
    if (was.state !== 'paused' || was.pause?.reason !== pause?.reason) return was;
    const { pause: _, ...rest } = was;
    return { ...rest, state: 'open' };
  });
}

/** Into the log first: what is done without being told would be worse than what is told twice. */
async function enter(
  { commands, clock }: Budgeting,
  requestId: string,
  command: { readonly command: string; readonly job: string },
  reason: string,
): Promise<void> {
  const at = clock.now();
  const answer = { ...command, reason };
  await commands.enter({ requestId, at, by: 'budget', reason, command, state: 'done', answer, endedAt: at });
}
