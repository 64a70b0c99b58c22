import { lists } from '../../capabilities/lists.ts';
import { judgeHosts } from '../../capabilities/reclassify/judge-hosts.ts';
import { timing } from '../../domain/settings/timing.ts';
import { settingsOf } from '../../pipeline/base/settings-cache.ts';
import { goOnWithTasks } from '../../pipeline/control/tasks.ts';
import type { BodyCache } from '../../pipeline/turn/turn.ts';
import type { Ports } from '../../ports/ports.ts';

/** Does now what long commands have to do in a job, in turns that fetch nothing. Only when no other process is at work. */
export async function finishTasks(ports: Ports, name: string, bodies: BodyCache): Promise<void> {
  const job = await ports.jobs.job(name);
  if (job === undefined) return;
  await goOnWithTasks(ports, job, Number.POSITIVE_INFINITY);
  const { turn } = await settingsOf(ports.jobs, job.name, job.config);
  await judgeHosts(ports, job, { timing: timing(turn.maxMs), lists, bodies, onTurn: () => undefined });
}
