import { timing } from '../domain/timing.ts';
import { goOnWithTasks } from '../pipeline/control/tasks.ts';
import { judgeHosts } from '../pipeline/judge-hosts.ts';
import { settingsOf } from '../pipeline/settings-cache.ts';
import type { BodyCache } from '../pipeline/turn.ts';
import type { Job } from '../ports/jobs.ts';
import type { Ports } from '../ports/ports.ts';

/** Nobody else is at work: what long commands have to do in a job is done at once, in turns that fetch nothing. */
export async function finishTasks(ports: Ports, job: Job, bodies: BodyCache): Promise<void> {
  await goOnWithTasks(ports, job, Number.POSITIVE_INFINITY);
  const { turn } = await settingsOf(ports.jobs, job.name, job.config);
  await judgeHosts(ports, job, { timing: timing(turn.maxMs), bodies, onTurn: () => undefined });
}
