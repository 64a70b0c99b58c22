import { WinnowError } from '../domain/error.ts';
import type { JobSettings } from '../domain/settings.ts';
import { changedSteps } from '../domain/url/changed-steps.ts';
import type { Job, JobState } from '../ports/jobs.ts';
import type { Ports } from '../ports/ports.ts';
import { settingsOf } from './settings-cache.ts';

/**
 * Shards of a new job's due index. Each is asked once a minute while the job rests, and takes 1,000 writes a second by
 * DynamoDB's limit per partition: together enough for the entries of 1,000 turns a second.
 */
const dueShards = 4;

/** Characters of a value in a message. */
const maxShown = 200;

/** How often a lost race against another writer of the job is run again. */
const attempts = 10;

/**
 * Makes a job, or gives an existing one new settings; those that are the same change nothing. A new job is
 * paused until somebody opens it.
 * @throws WinnowError `config` for other steps of `url` in a job that has URLs already: its pages would be crawled again
 * under other names
 */
export async function ensureJob(
  ports: Pick<Ports, 'jobs' | 'hosts' | 'clock' | 'entropy'>,
  settings: JobSettings,
): Promise<Job> {
  const config = await ports.jobs.putSettings(settings);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const was = await ports.jobs.job(settings.name);
    if (was?.config === config) return was;
    if (was) await keepNames(ports, was, settings);
    const next: Job = was
      ? { ...was, config }
      : {
          name: settings.name,
          state: 'paused',
          config,
          fingerprintKey: fingerprintKey(ports),
          dueShards,
          createdAt: ports.clock.now(),
          pause: { reason: 'new', at: ports.clock.now() },
        };
    if (await ports.jobs.put(was, next)) return next;
  }
  throw new WinnowError('unavailable', `job ${settings.name} is being changed by others; try again`);
}

async function keepNames(
  ports: Pick<Ports, 'jobs' | 'hosts'>,
  job: Job,
  settings: JobSettings,
): Promise<void> {
  const before = await settingsOf(ports.jobs, job.name, job.config);
  const changed = changedSteps(before.url, settings.url);
  if (changed.length === 0 || (await ports.hosts.hosts(job.name, 1)).hosts.length === 0) return;
  const values = changed.map((step) => `url.${step.key} was ${shown(step.before)}`).join('; ');
  throw new WinnowError(
    'config',
    `job ${job.name} has URLs already, named by other steps (${values}): ` +
      'its pages would be crawled again under other names. Set them back, or give the job another name',
  );
}

/** A value as it would stand in job.yaml, the start of it when it is long. */
function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}

/** Opens or pauses a job. A pause takes effect within one turn: no new ticket, and waiting ones are put back. */
export async function setJobState(
  ports: Pick<Ports, 'jobs' | 'clock'>,
  name: string,
  state: JobState,
  reason: string,
): Promise<Job> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const was = await ports.jobs.job(name);
    if (!was) throw new WinnowError('not-found', `there is no job ${name}`);
    if (was.state === state) return was;
    const { pause: _, ...rest } = was;
    const next: Job = {
      ...rest,
      state,
      ...(state === 'paused' ? { pause: { reason, at: ports.clock.now() } } : {}),
    };
    if (await ports.jobs.put(was, next)) return next;
  }
  throw new WinnowError('unavailable', `job ${name} is being changed by others; try again`);
}

function fingerprintKey(ports: Pick<Ports, 'entropy'>): string {
  return Buffer.from(`${ports.entropy.id()}${ports.entropy.id()}`).toString('hex').slice(0, 32);
}
