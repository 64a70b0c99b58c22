import type { Ports } from '../../ports/ports.ts';
import type { TurnReport } from '../turn/turn-report.ts';

/** The pages of a job by how often they change are added up in this sheet of it, and visits by whether their pages were new. */
export const changesSheet = 'revisits';

/** Adds up what turns of a job told of how often pages change, with one write. What a worker that dies did not count is missing. */
export async function countChanges(
  { jobs }: Pick<Ports, 'jobs'>,
  job: string,
  reports: readonly TurnReport[],
): Promise<void> {
  const sum: Record<string, number> = {};
  for (const { census = {} } of reports) {
    for (const [name, by] of Object.entries(census)) sum[name] = (sum[name] ?? 0) + by;
  }
  if (Object.values(sum).some((by) => by !== 0)) await jobs.tally(job, changesSheet, sum);
}
