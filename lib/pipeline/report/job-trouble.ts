import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Job, JobStore } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { settingsOf } from '../base/settings-cache.ts';
import { sideBySide } from '../base/side-by-side.ts';
import { failureText } from '../job/isolate-jobs.ts';
import { failuresOf } from '../job/job-failures.ts';

/** The settings of a job, or, if they cannot be read, the reason why the job is not crawled. */
export async function readSettings(
  jobs: JobStore,
  { name, config }: Pick<Job, 'name' | 'config'>,
): Promise<readonly [settings: JobSettings | undefined, unreadable?: string]> {
  try {
    return [await settingsOf(jobs, name, config)];
  } catch (error) {
    const { code, message } = failureText(error);
    const what = `its settings cannot be read (${code}: ${message})`;
    return [
      undefined,
      `${what}: it has no turns and hands on no links, other jobs do (docs/runbook.md#a-job-fails)`,
    ];
  }
}

/** What is wrong with a job, whatever state it is in. */
export interface JobTrouble {
  /** A sentence. */
  readonly what: string;
  /** The job has no turns at all. */
  readonly isStopped: boolean;
}

const jobsAtOnce = 8;

/** What is wrong with jobs, by name; jobs that nothing is known of are left out. Reads no host. */
export async function troublesOf(
  ports: Pick<Ports, 'jobs'>,
  jobs: readonly Pick<Job, 'name' | 'config' | 'state'>[],
): Promise<ReadonlyMap<string, JobTrouble>> {
  const troubles = new Map<string, JobTrouble>();
  await sideBySide(jobs, jobsAtOnce, async (job) => {
    const [, unreadable] = await readSettings(ports.jobs, job);
    const failures = await failuresOf(ports, job.name);
    // The dispatcher looks at open jobs only: what it could not do before is no trouble of a job that rests.
    const failure = failures.find(({ work }) => work !== 'dispatch' || job.state === 'open');
    if (unreadable !== undefined) troubles.set(job.name, { what: unreadable, isStopped: true });
    else if (failure !== undefined) {
      const { work, code, message } = failure;
      troubles.set(job.name, { what: `${work} fails (${code}: ${message})`, isStopped: false });
    }
  });
  return troubles;
}
