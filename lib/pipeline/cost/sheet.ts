import type { Month } from '../../domain/cost/month.ts';
import type { CostUnits } from '../../domain/cost/units.ts';
import type { JobStore, Tally } from '../../ports/jobs.ts';

/**
 * What a job's work in a month comes to is added up in a sheet of it for each month: adding to it answers what the month has
 * come to, so that a budget is watched without a read.
 */
export async function addToSheet(
  jobs: JobStore,
  job: string,
  { name }: Month,
  units: CostUnits,
): Promise<CostUnits> {
  return await jobs.tally(job, `cost-${name}`, units as Tally);
}

export async function sheetOf(jobs: JobStore, job: string, month: Month): Promise<CostUnits> {
  return await addToSheet(jobs, job, month, {});
}
