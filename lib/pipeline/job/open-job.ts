import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import { changedSteps } from '../../base/url/changed-steps.ts';
import { withHold } from '../../domain/control/holds.ts';
import { isRemoved, madeBy, type PauseMaker } from '../../domain/control/pause.ts';
import { tailOf } from '../../domain/focus/focus-settings.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import type { Again, Job, JobState } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { settingsOf } from '../base/settings-cache.ts';
import { endReplaced } from './command-parts.ts';
import { noteTopicChange } from './topic-change.ts';

/**
 * Shards of a new job's due index. Each is read once a minute while the job rests, and takes 1,000 writes a second by
 * DynamoDB's limit per partition: together enough for the entries of 1,000 turns a second.
 */
const dueShards = 4;

/** Characters of a value in a message. */
const maxShown = 200;

/** Clocks of other machines may be ahead by this much: segments that they have named so far must not count as new. */
const skewMs = 60_000;

/** How often a change is retried after a lost race for the job. */
const attempts = 10;

/**
 * Makes a job, or gives an existing job new settings; the same settings change nothing. A new job is paused until somebody
 * opens it.
 * @throws WinnowError `config` for other steps of `url` in a job that has URLs, because its pages would be crawled again
 *   under other URLs; and for a job that was removed
 */
export async function ensureJob(
  ports: Pick<Ports, 'jobs' | 'hosts' | 'clock' | 'entropy'>,
  settings: JobSettings,
): Promise<Job> {
  const config = await ports.jobs.putSettings(settings);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const was = await ports.jobs.job(settings.name);
    if (was) mustNotBeRemoved(was);
    if (was?.config === config) return was;
    if (was) await keepNames(ports, was, settings);
    if (was) await noteTopicChange(ports, await settingsOf(ports.jobs, was.name, was.config), settings);
    const next: Job = was
      ? { ...was, config, ...(await againFor(ports, was, settings)), ...judgedAnew(was) }
      : {
          name: settings.name,
          state: 'paused',
          config,
          fingerprintKey: fingerprintKey(ports),
          dueShards,
          createdAt: ports.clock.now(),
          pause: { reason: 'new', at: ports.clock.now(), by: 'new' },
        };
    if (await ports.jobs.put(was, next)) return was ? next : await takeOverBlocks(ports, next);
  }
  throw new WinnowError('unavailable', `job ${settings.name} is being changed by others; try again`);
}

/** @throws WinnowError `config` */
export function mustNotBeRemoved(job: Job): void {
  if (!isRemoved(job)) return;
  const when = new Date(job.pause?.at ?? 0).toISOString().slice(0, 10);
  throw new WinnowError(
    'config',
    `job ${job.name} was removed on ${when}: its name stands for the collection that it has left, whose turns must not be counted anew. Give the job another name`,
  );
}

/** Takes over the blocks of the other jobs: a block is in force in every job, also in later ones. */
async function takeOverBlocks(ports: Pick<Ports, 'jobs'>, job: Job): Promise<Job> {
  const others = (await ports.jobs.jobs()).filter(({ name }) => name !== job.name);
  const blocks = others.flatMap(({ holds = [] }) => holds.filter(({ verb }) => verb === 'block'));
  if (blocks.length === 0) return job;
  return await changeJob(ports, job.name, (was) => {
    const holds = blocks.reduce(
      (all, { purge: _, purged: _p, ...block }) => withHold(all, block),
      was.holds ?? [],
    );
    return { ...was, holds };
  });
}

/** With other budgets, cut-off links are delivered again; with other settings of yield or another tail, links to what these held. */
async function againFor(
  ports: Pick<Ports, 'jobs' | 'clock' | 'entropy'>,
  job: Job,
  settings: JobSettings,
): Promise<Pick<Job, 'again'>> {
  const before = await settingsOf(ports.jobs, job.name, job.config);
  if (keepersOf(before) === keepersOf(settings)) return {};
  return { again: newPass(ports, job.again?.overBudgetOnly ?? true) };
}

/** Has what is held of a tail tried again, as by new settings or seeds it may bring more. */
export function judgedAnew({ tail }: Job): Pick<Job, 'tail'> {
  return tail === undefined || tail.held === 0 ? {} : { tail: { held: tail.held, anew: true } };
}

/** All settings that keep pages from being visited and may let them go later, as one text. */
function keepersOf(settings: JobSettings): string {
  const { budgets, yield: regions, overrides } = settings;
  const sorted = (values: object) => Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));
  const replaced = overrides.map(
    ({ match, settings }) =>
      (settings.budgets ?? settings.yield) &&
      [match, settings.budgets ?? {}, settings.yield ?? {}].map(sorted),
  );
  return JSON.stringify([tailOf(settings) ?? 0, sorted(budgets), sorted(regions), ...replaced]);
}

function newPass({ clock, entropy }: Pick<Ports, 'clock' | 'entropy'>, overBudgetOnly: boolean): Again {
  return { id: entropy.id(), overBudgetOnly, end: String(clock.now() + skewMs).padStart(14, '0') };
}

/**
 * Starts a second pass over the job's link log: every link is judged again, and hosts ignore what they know.
 * @param request the command that asks for it; absent: changed settings do
 */
export async function askAgain(
  ports: Pick<Ports, 'jobs' | 'commands' | 'clock' | 'entropy'>,
  name: string,
  { overBudgetOnly = false, request }: { readonly overBudgetOnly?: boolean; readonly request?: string } = {},
): Promise<Job> {
  let before: Again | undefined;
  const next = await changeJob(ports, name, (job) => {
    before = job.again;
    const asker = request ?? job.again?.request;
    return {
      ...job,
      again: {
        ...newPass(ports, overBudgetOnly && (job.again?.overBudgetOnly ?? true)),
        ...defined({ request: asker }),
      },
    };
  });
  await endReplaced(ports, name, before, next.again);
  return next;
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
      'its pages would be crawled again under other names. `winnow respell` gives what is stored the new ones; or set them back',
  );
}

/** A value in the form of job.yaml, shortened when it is long. */
function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}

/** Whether nobody has opened or paused a job since it was made. */
export function isUnopened({ pause }: Job): boolean {
  return pause !== undefined && madeBy(pause) === 'new';
}

/** @throws WinnowError `usage` for a job that is not open, which has no turns */
export function mustBeOpen({ name, state, pause }: Job): void {
  if (state === 'open') return;
  const opens = state === 'stopped' ? 'open' : 'continue';
  throw new WinnowError('usage', `job ${name} is ${state} (${pause?.reason}); \`winnow ${opens}\` opens it`);
}

/**
 * Opens or pauses a job. A pause takes effect within one turn: no new tickets, and waiting ones are returned. People open
 * jobs by a command (`applyState`), which also makes the stop rules count anew.
 */
export async function setJobState(
  ports: Pick<Ports, 'jobs' | 'clock'>,
  name: string,
  state: JobState,
  reason: string,
  by: PauseMaker = 'command',
): Promise<Job> {
  return await changeJob(ports, name, (was) => {
    if (was.state === state) return was;
    const { pause: _, ...rest } = was;
    return {
      ...rest,
      state,
      ...(state !== 'open' ? { pause: { reason, at: ports.clock.now(), by } } : {}),
    };
  });
}

/** Changes a job; when `change` returns the same job, nothing is written. */
export async function changeJob(
  ports: Pick<Ports, 'jobs'>,
  name: string,
  change: (job: Job) => Job,
): Promise<Job> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const was = await ports.jobs.job(name);
    if (!was) throw new WinnowError('not-found', `there is no job ${name}`);
    const next = change(was);
    if (next === was || (await ports.jobs.put(was, next))) return next;
  }
  throw new WinnowError('unavailable', `job ${name} is being changed by others; try again`);
}

function fingerprintKey(ports: Pick<Ports, 'entropy'>): string {
  return Buffer.from(`${ports.entropy.id()}${ports.entropy.id()}`).toString('hex').slice(0, 32);
}
