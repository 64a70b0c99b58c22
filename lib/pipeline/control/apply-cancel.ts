import type { CancelCommand, JobTouched, Task } from '../../domain/control/command.ts';
import { WinnowError } from '../../domain/error.ts';
import type { Job } from '../../ports/jobs.ts';
import { changeJob } from '../open-job.ts';
import type { Applied, Asked, Controlling } from './run-command.ts';
import { changeEntry, endTask, withTasks } from './tasks.ts';

/**
 * Gives up what is left of a command that goes on in slices. What it has told to hosts already stays told.
 * @throws WinnowError `not-found`
 */
export async function applyCancel(
  ports: Controlling,
  { request }: CancelCommand,
  { dryRun }: Asked,
): Promise<Applied> {
  const entry = await ports.commands.command(request);
  if (entry === undefined) throw new WinnowError('not-found', `there is no command ${request}`);
  const jobs: JobTouched[] = [];
  const own = (job: Job): Task | undefined => job.tasks?.find(({ id }) => id === request);
  for (const job of await ports.jobs.jobs()) {
    const task = own(job);
    if (task === undefined) continue;
    const { state, name } = job;
    const note = `${task.looked} hosts had been looked at`;
    jobs.push({ job: name, state, before: state, hosts: task.told, pending: 0, visited: 0, note });
    if (dryRun) continue;
    await changeEntry(ports, request, (one) => ({ ...one, state: 'cancelled', endedAt: ports.clock.now() }));
    await changeJob(ports, name, (was) =>
      own(was) === undefined
        ? was
        : withTasks(
            was,
            (was.tasks ?? []).filter(({ id }) => id !== request),
          ),
    );
    await endTask(ports, name, task, 'cancelled');
  }
  return { jobs };
}
