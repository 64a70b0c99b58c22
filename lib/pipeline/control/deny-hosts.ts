import { type ErrorCode, WinnowError } from '../../base/error.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { settingsOf } from '../base/settings-cache.ts';

/** How often a change is retried after a lost race for the job. */
const attempts = 10;
const unreadable: readonly ErrorCode[] = ['corrupt', 'newer', 'not-found'];

/**
 * Gives all jobs of an installation its deny list, and leaves their other settings as they are. Tickets that were sent keep
 * their version, so that the list takes effect within a turn. A job whose settings cannot be read is passed over: it has
 * no turns, and gets the list when it is deployed again. Returns the names of the jobs that had another list.
 */
export async function denyHosts(
  ports: Pick<Ports, 'jobs'>,
  deny: JobSettings['deny'],
): Promise<readonly string[]> {
  const changed: string[] = [];
  for (const { name } of await ports.jobs.jobs()) {
    if (await denyInJob(ports, name, deny)) changed.push(name);
  }
  return changed;
}

async function denyInJob(
  ports: Pick<Ports, 'jobs'>,
  name: string,
  deny: JobSettings['deny'],
): Promise<boolean> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const job = await ports.jobs.job(name);
    if (!job) return false;
    const settings = await readable(ports, job);
    if (settings === undefined) return false;
    if (JSON.stringify(settings.deny) === JSON.stringify(deny)) return false;
    const config = await ports.jobs.putSettings({ ...settings, deny });
    if (await ports.jobs.put(job, { ...job, config })) return true;
  }
  throw new WinnowError('unavailable', `job ${name} is being changed by others; try again`);
}

async function readable({ jobs }: Pick<Ports, 'jobs'>, job: Job): Promise<JobSettings | undefined> {
  try {
    return await settingsOf(jobs, job.name, job.config);
  } catch (error) {
    if (error instanceof WinnowError && unreadable.includes(error.code)) return undefined;
    throw error;
  }
}
