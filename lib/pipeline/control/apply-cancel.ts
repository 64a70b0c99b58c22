import { WinnowError } from '../../base/error.ts';
import type { CancelCommand, JobTouched } from '../../domain/control/command.ts';
import { endPart, partsOf, withoutPart } from '../job/command-parts.ts';
import { changeEntry } from '../job/log-entries.ts';
import { changeJob } from '../job/open-job.ts';
import type { Applied, CommandOptions, Controlling } from './applied.ts';
import { jobByJob } from './job-by-job.ts';

/**
 * Cancels the rest of a command that goes on in slices. Hosts that were notified already stay notified.
 * @throws WinnowError `not-found`; `usage` for a command of which nothing is left
 */
export async function applyCancel(
  ports: Controlling,
  { request }: CancelCommand,
  { dryRun }: CommandOptions,
): Promise<Applied> {
  const entry = await ports.commands.command(request);
  if (entry === undefined) throw new WinnowError('not-found', `there is no command ${request}`);
  const jobs: JobTouched[] = [];
  const each = jobByJob();
  for (const job of await ports.jobs.jobs()) {
    const part = partsOf(job).find((one) => one.request === request);
    if (part === undefined) continue;
    const { state, name } = job;
    const what = part.kind === 'recycle' ? 'link segments had been read again' : 'hosts had been looked at';
    const note = `${part.looked} ${what}`;
    await each.attempt(name, async () => {
      jobs.push({ job: name, state, before: state, hosts: part.told, pending: 0, visited: 0, note });
      if (dryRun) return;
      await changeEntry(ports, request, (one) => ({
        ...one,
        ...{ state: 'cancelled', endedAt: ports.clock.now() },
      }));
      await changeJob(ports, name, (was) => withoutPart(was, request));
      await endPart(ports, name, part, 'cancelled');
    });
  }
  each.end();
  if (jobs.length > 0) return { jobs };
  if (entry.state === 'cancelled') return { jobs };
  throw new WinnowError('usage', `${request} is ${entry.state}: nothing of it is under way`);
}
