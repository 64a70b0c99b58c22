import { allJobs } from '../../domain/control/all-jobs.ts';
import type { CommandEntry } from '../../domain/control/command.ts';
import { partsOf } from '../../pipeline/job/command-parts.ts';
import { changeEntry } from '../../pipeline/job/log-entries.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Inspection, Suspicion } from './inspection.ts';

/** Entries of the log that are checked, the newest. */
const maxCommands = 1_000;

/** Checks the log of commands: a command that is logged as running is under way in some job. */
export async function* checkCommands(inspection: Inspection): AsyncGenerator<Suspicion> {
  const { ports, job } = inspection;
  const { commands } = await ports.commands.commands(maxCommands);
  const running: CommandEntry[] = [];
  for (const entry of commands) {
    const { requestId, command, state, damaged } = entry;
    if (damaged || typeof command !== 'object' || command === null)
      yield { code: 'command-unreadable', subject: requestId, detail: 'the rest of it cannot be said' };
    else if (state === 'running' && isOurs(command.job, job.name)) running.push(entry);
  }
  // The end of a part is logged before the part leaves its job, and its start after it has come to its job.
  const atWork = running.length === 0 ? new Set() : await tasksOf(inspection);
  for (const { requestId, command, by } of running) {
    if (atWork.has(requestId)) continue;
    if ((await ports.commands.command(requestId))?.state !== 'running') continue;
    const endedAt = ports.clock.now();
    const mend = async () =>
      (await changeEntry(ports, requestId, (one) =>
        one.state === 'running' ? { ...one, state: 'done', endedAt } : one,
      )) !== undefined;
    yield { code: 'command-stuck', subject: requestId, detail: `${command.command} of ${by}`, mend };
  }
}

function isOurs(named: unknown, job: string): boolean {
  return named === undefined || named === allJobs || named === job;
}

/** The requests of all commands that are under way in any job. */
async function tasksOf({ ports }: Inspection): Promise<ReadonlySet<string>> {
  const jobs = await ports.jobs.jobs();
  return new Set(jobs.filter(isReadable).flatMap((job) => partsOf(job).map(({ request }) => request)));
}

/** Whether the commands of a job can be read. If not, the check of that job reports it. */
function isReadable({ tasks = [], judge, again }: Job): boolean {
  return Array.isArray(tasks) && typeof judge !== 'string' && typeof again !== 'string';
}
