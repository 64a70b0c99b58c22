import type { Ports } from '../../ports/ports.ts';
import type { TurnReport } from '../turn/turn-report.ts';

/** The sheet of a job that counts its pages by how often they change, and its visits by whether their pages were new. */
export const changesSheet = 'revisits';

/** Adds up the census of turns with one write. The counts of a worker that died are missing. */
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
