import type { PauseMaker } from '../../domain/control/pause.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { changeJob } from './open-job.ts';

type Pausing = Pick<Ports, 'jobs' | 'commands' | 'clock'>;

/** The pause of a job by a rule or a budget, with its request id in the command log. */
export interface OwnPause {
  readonly requestId: string;
  readonly by: Extract<PauseMaker, 'rule' | 'budget'>;
  readonly reason: string;
}

/**
 * Pauses an open job, and logs that as a command, once per `requestId`. What people do with the job at the same time takes
 * precedence.
 */
export async function pauseByItself(
  ports: Pausing,
  job: string,
  { requestId, by, reason }: OwnPause,
): Promise<void> {
  if ((await ports.jobs.job(job))?.state !== 'open') return;
  await enterOwn(ports, requestId, by, { command: 'pause', job }, reason);
  const at = ports.clock.now();
  await changeJob(ports, job, (was) =>
    was.state === 'open' ? { ...was, state: 'paused', pause: { reason, at, by } } : was,
  );
}

/** Opens a job that paused by itself, and logs that, unless somebody has paused or opened it in the meantime. */
export async function openByItself(
  ports: Pausing,
  { name, pause }: Job,
  { requestId, by, reason }: OwnPause,
): Promise<Job> {
  await enterOwn(ports, requestId, by, { command: 'continue', job: name }, reason);
  return await changeJob(ports, name, (was) => {
    if (was.state !== 'paused' || was.pause?.at !== pause?.at || was.pause?.by !== pause?.by) return was;
    const { pause: _, ...rest } = was;
    return { ...rest, state: 'open' };
  });
}

/** Logs the command before it is carried out: a change without a log entry would be worse than an entry too many. */
async function enterOwn(
  { commands, clock }: Pausing,
  requestId: string,
  by: string,
  command: { readonly command: string; readonly job: string },
  reason: string,
): Promise<void> {
  const at = clock.now();
  const answer = { ...command, reason };
  await commands.enter({ requestId, at, by, reason, command, state: 'done', answer, endedAt: at });
}
