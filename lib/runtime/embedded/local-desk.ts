import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import { lists } from '../../capabilities/lists.ts';
import { judgeHosts } from '../../capabilities/reclassify/judge-hosts.ts';
import { timing } from '../../domain/settings/timing.ts';
import type { Workplace } from '../../operations/place.ts';
import { settingsOf } from '../../pipeline/base/settings-cache.ts';
import { goOnWithTasks } from '../../pipeline/control/tasks.ts';
import type { BodyCache } from '../../pipeline/turn/turn.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { type ControlDesk, controlDesk } from '../shared/control-desk.ts';
import type { EmbeddedParts } from './embedded-parts.ts';

/** The desk of one machine: a worker does at once what commands otherwise leave to slices. */
export function localDesk(
  { ports, eraser, jobEraser, dataDir, role }: EmbeddedParts,
  job: (name: string) => Promise<Job>,
  finish: Workplace['finish'],
): ControlDesk {
  const desk = controlDesk({
    ports: { ...ports, jobEraser, eraser },
    isAlone: role === 'worker',
    ...{ job, ...defined({ finish }) },
  });
  return role === 'worker' ? desk : { ...desk, erase: eraseBeside(desk, dataDir) };
}

/** What a guest may: files are erased by one process at a time, which has the lock on their directory. */
function eraseBeside({ erase }: ControlDesk, dataDir: string): ControlDesk['erase'] {
  return async (name, host, dryRun) => {
    if (dryRun) return await erase(name, host, dryRun);
    throw new WinnowError('usage', `${dataDir}: only the process that has the directory for itself erases`);
  };
}

/** Does now what long commands have to do in a job, in turns that fetch nothing. Only when no other process is at work. */
export async function finishTasks(ports: Ports, name: string, bodies: BodyCache): Promise<void> {
  const job = await ports.jobs.job(name);
  if (job === undefined) return;
  await goOnWithTasks(ports, job, Number.POSITIVE_INFINITY);
  const { turn } = await settingsOf(ports.jobs, job.name, job.config);
  await judgeHosts(ports, job, { timing: timing(turn.maxMs), lists, bodies, onTurn: () => undefined });
}
