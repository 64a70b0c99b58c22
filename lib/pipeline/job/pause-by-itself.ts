import type { PauseMaker } from '../../domain/control/pause.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { changeJob } from './open-job.ts';

type Pausing = Pick<Ports, 'jobs' | 'commands' | 'clock'>;

/** Why a job pauses without being told, and the name of that in the log of commands. */
export interface OwnPause {
  readonly requestId: string;
  readonly by: Extract<PauseMaker, 'rule' | 'budget'>;
  readonly reason: string;
}

/**
 * Pauses a job that is open, and enters it into the log of commands, once for each `requestId`. What people make of the job
 * at the same time stays.
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

/** Opens a job that has paused by itself, and enters that, unless somebody else has paused or opened it meanwhile. */
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

/** Into the log first: what is done without being told would be worse than what is told twice. */
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
