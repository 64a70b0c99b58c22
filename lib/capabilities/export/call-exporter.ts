import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { leaveJob, putExport, readExport } from './room/stored-export.ts';

/** A call that was lost is made again after this time. */
const patienceMs = 240_000;
/** Calls in a row that may bring an export no further. */
const mostCalls = 3;

/** Has a slice of an export run elsewhere, and does not wait. */
export type CallExporter = (of: { readonly job: string; readonly name: string }) => Promise<void>;

/**
 * Calls for the next slice of each export of a job that nobody is at work on. Costs nothing for a job that exports nothing into the
 * bucket.
 * @returns how many were called for
 */
export async function callExporterWhenDue(
  ports: Pick<Ports, 'jobs' | 'clock'>,
  call: CallExporter,
  { name: job, exports: names = [] }: Job,
): Promise<number> {
  let calls = 0;
  for (const name of names) {
    const now = ports.clock.now();
    const known = await readExport(ports, job, name);
    const { found } = known;
    if (found?.state !== 'begun') await leaveJob(ports, job, name);
    else if (Math.max(found.takenUntil, found.calledUntil) > now) continue;
    else if (found.called >= mostCalls) {
      const problem = found.problem ?? `it was called for ${mostCalls} times and came no further`;
      if (await putExport(ports, job, known, { ...found, state: 'failed', endedAt: now, problem }))
        await leaveJob(ports, job, name);
    } else {
      const called = { called: found.called + 1, calledUntil: now + patienceMs };
      if (!(await putExport(ports, job, known, { ...found, ...called }))) continue;
      await call({ job, name });
      calls += 1;
    }
  }
  return calls;
}
