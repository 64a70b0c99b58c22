import { allJobs, type CommandEntry } from '../../domain/control/command.ts';
import type { Job } from '../../ports/jobs.ts';
import { partsOf } from '../job/command-parts.ts';
import { changeEntry } from '../job/log-entries.ts';
import type { Inspection, Suspicion } from './inspection.ts';

/** Commands that are looked back on. */
const most = 1_000;

/** The log of commands: those that go on are at work in some job. */
export async function* checkCommands(inspection: Inspection): AsyncGenerator<Suspicion> {
  const { ports, job } = inspection;
  const { commands } = await ports.commands.commands(most);
  const running: CommandEntry[] = [];
  for (const entry of commands) {
    const { requestId, command, state, damaged } = entry;
    if (damaged || typeof command !== 'object' || command === null)
      yield { code: 'command-unreadable', subject: requestId, detail: 'the rest of it cannot be said' };
    else if (state === 'running' && isOurs(command.job, job.name)) running.push(entry);
  }
  // A part that is over is written down before it leaves its job, and one that begins is with its job before it is running.
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

/** What is under way in any job. */
async function tasksOf({ ports }: Inspection): Promise<ReadonlySet<string>> {
  const jobs = await ports.jobs.jobs();
  return new Set(jobs.filter(isReadable).flatMap((job) => partsOf(job).map(({ request }) => request)));
}

/** What is damaged of a job is told with it. */
function isReadable({ tasks = [], judge, again }: Job): boolean {
  return Array.isArray(tasks) && typeof judge !== 'string' && typeof again !== 'string';
}
