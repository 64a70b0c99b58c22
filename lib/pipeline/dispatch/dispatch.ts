import type { Job } from '../../ports/jobs.ts';
import { settingsOf } from '../base/settings-cache.ts';
import { isolateJobs, type JobIsolation } from '../job/isolate-jobs.ts';
import { jobsInTurn } from '../job/jobs-in-turn.ts';
import { supervise } from '../supervise/supervise.ts';
import { dispatchJob } from './dispatch-job.ts';
import type { Dispatching, DispatchOptions, DispatchReport } from './dispatch-report.ts';
import { openGateLines } from './gate-lines.ts';
import { isServed } from './hosts-on-hold.ts';

/**
 * One pass: gives tickets to due hosts of all open jobs, oldest first. Safe beside other dispatchers. A job that fails
 * does not stop the others: the report names it.
 */
export async function dispatch(ports: Dispatching, options: DispatchOptions): Promise<DispatchReport> {
  const { clock } = ports;
  const { endBy = Number.POSITIVE_INFINITY, lines = openGateLines() } = options;
  const served = jobsInTurn('dispatch', await ports.jobs.jobs(), clock.now()).filter(
    (job) => isServed(job, clock.now()) && (options.only?.job ?? job.name) === job.name,
  );
  const open = served.filter(({ state }) => state === 'open');
  const isolation = isolateJobs();
  const { jobs: going, fallen } = options.only
    ? { jobs: open, fallen: 0 }
    : await goingOn(ports, open, isolation, endBy);
  const jobs = served.filter((job) => job.state !== 'open' || going.includes(job));
  const total = { sent: 0, looked: 0, lagMs: 0, held: undefined as DispatchReport['held'] };
  const unwell = () => ({
    ...(fallen === 0 ? {} : { fallen }),
    ...(isolation.failed.length === 0 ? {} : { failed: isolation.failed }),
  });
  const isLate = (): boolean => clock.monotonic() >= endBy;
  if (jobs.length === 0) return { sent: 0, looked: 0, ...(isLate() ? { held: 'time' } : {}), ...unwell() };
  let room = options.maxOutstanding - (await ports.tickets.outstanding());
  for (const [index, job] of jobs.entries()) {
    if (room <= 0) {
      total.held = 'outstanding';
      break;
    }
    if (isLate()) {
      total.held = 'time';
      break;
    }
    // Jobs share the room and the time that are left, so that the first ones cannot starve the last.
    const sharers = jobs.length - index;
    const began = clock.monotonic();
    const limits = {
      ...options,
      lines,
      room: Math.ceil(room / sharers),
      endBy: began + (endBy - began) / sharers,
      onFailure: (error: unknown) => isolation.note({ job: job.name, work: 'dispatch', error }),
    };
    const report = await isolation.attempt(job.name, 'dispatch', () => dispatchJob(ports, job, limits));
    if (report === undefined) continue;
    room -= report.sent;
    total.sent += report.sent;
    total.looked += report.looked;
    total.lagMs = Math.max(total.lagMs, report.lagMs ?? 0);
    total.held ??= report.held;
  }
  return {
    ...{ sent: total.sent, looked: total.looked, ...unwell() },
    ...(total.held ? { held: total.held } : {}),
    ...(total.lagMs > 0 ? { lagMs: total.lagMs } : {}),
  };
}

/** The jobs that no rule stops, and the number of those whose harvest rate has fallen. */
async function goingOn(
  ports: Dispatching,
  open: readonly Job[],
  isolation: JobIsolation,
  endBy: number,
): Promise<{ readonly jobs: readonly Job[]; readonly fallen: number }> {
  const jobs: Job[] = [];
  let fallen = 0;
  for (const job of open) {
    if (ports.clock.monotonic() >= endBy) break;
    const seen = await isolation.attempt(job.name, 'dispatch', async () =>
      supervise(ports, job, await settingsOf(ports.jobs, job.name, job.config)),
    );
    if (seen === undefined) continue;
    if (seen.goesOn) jobs.push(job);
    if (seen.hasFallen) fallen += 1;
  }
  return { jobs, fallen };
}
