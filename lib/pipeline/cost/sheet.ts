import type { Month } from '../../domain/cost/month.ts';
import type { CostUnits } from '../../domain/cost/units.ts';
import type { JobStore, Tally } from '../../ports/jobs.ts';

/**
 * Adds to the costs of a job in a month. Each month has a sheet; adding returns the sums of the month, so that watching
 * the budget takes no read.
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
