import { defined } from '../../base/defined.ts';
import { monthOf, monthsFrom } from '../../domain/cost/month.ts';
import { type CostReport, costReport } from '../../domain/cost/report.ts';
import type { StandingCosts } from '../../domain/cost/standing-costs.ts';
import { addUnits, type CostUnits, unitsOfWork } from '../../domain/cost/units.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { settingsOf } from '../base/settings-cache.ts';
import { sheetOf } from './sheet.ts';

/** The most months whose sheets are read. */
const maxMonths = 120;

/**
 * The costs of a job this month. Reads one sheet for each month since the job was made.
 * @param standing of the stack that bills the job; absent: nothing is billed, and the costs are estimated
 */
export async function costOf(
  ports: Pick<Ports, 'jobs' | 'clock'>,
  job: Job,
  standing?: StandingCosts,
): Promise<CostReport> {
  const now = ports.clock.now();
  const { dollarsPerMonth: limit } = (await settingsOf(ports.jobs, job.name, job.config)).limits;
  const months = monthsFrom(Math.min(job.createdAt, now), now).slice(-maxMonths);
  const isBilled = standing !== undefined;
  const sheets = await Promise.all(
    months.map(async (month) => {
      const units = await sheetOf(ports.jobs, job.name, month);
      return isBilled ? units : unitsOfWork(units.pages ?? 0, units.turns ?? 0);
    }),
  );
  return costReport({
    ...{ job: job.name, isOpen: job.state === 'open', createdAt: job.createdAt },
    ...{ month: monthOf(now), now, isBilled },
    spent: sheets.at(-1) ?? {},
    before: sheets.slice(0, -1).reduce<CostUnits>(addUnits, {}),
    ...defined({ limit, standing }),
  });
}
