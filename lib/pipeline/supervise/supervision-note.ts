import { readStoredObject } from '../../base/stored-json.ts';
import { madeBy } from '../../domain/control/pause.ts';
import { stopReason } from '../../domain/focus/stop-rules.ts';
import {
  type CrawlTotals,
  look,
  newSupervision,
  type Supervision,
  spendingOf,
} from '../../domain/focus/supervision.ts';
import type { Job, Note } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { settingsOf } from '../base/settings-cache.ts';
import { endStop } from '../strategy/job-stages.ts';

type Noting = Pick<Ports, 'jobs' | 'clock'>;

/** The sheet of a job that adds up what its turns brought. A note has what is derived from the sheet. */
export const sheet = 'crawl';
const noteName = 'supervision';

/**
 * Called before a job is opened again. If a rule has stopped the job, or would stop it at once, its rules count from now on.
 * What its strategy has stopped goes on, too.
 */
export async function countAnew(ports: Noting, { name, pause, config }: Job): Promise<void> {
  await endStop(ports, name);
  const [totals, { supervision, version }, { stop = {} }] = await Promise.all([
    totalsSoFar(ports, name),
    known(ports, name),
    settingsOf(ports.jobs, name, config),
  ]);
  const isBilled = totals.nanoDollars !== undefined;
  const spent = spendingOf(supervision, totals, ports.clock.now(), stop, isBilled);
  const isReached = stopReason(stop, spent) !== undefined;
  if (!isReached && (pause === undefined || madeBy(pause) !== 'rule')) return;
  await write(ports, name, version, newSupervision(totals, ports.clock.now()));
}

export async function totalsSoFar(ports: Pick<Ports, 'jobs'>, job: string): Promise<CrawlTotals> {
  return await ports.jobs.tally(job, sheet, {});
}

export async function known(
  { jobs, clock }: Noting,
  job: string,
): Promise<{ readonly supervision: Supervision; readonly version: number }> {
  const note: Note | undefined = await jobs.note(job, noteName);
  const stored = note && readStoredObject<Supervision>(note.text);
  const supervision = isWhole(stored) ? stored : newSupervision({}, clock.now());
  return { supervision, version: note?.version ?? 0 };
}

/** A damaged note is replaced by a new one: it must not stop the dispatcher. */
function isWhole(stored: Supervision | undefined): stored is Supervision {
  const { base, watch, samples } = stored ?? {};
  return typeof base === 'object' && typeof watch === 'object' && Array.isArray(samples);
}

/** If another process has written first, it has seen as much. */
export async function write(
  { jobs }: Noting,
  job: string,
  was: number,
  supervision: Supervision,
): Promise<void> {
  await jobs.putNote(job, noteName, was, JSON.stringify(supervision));
}

/** What supervision has found out so far; new if no process has looked yet. */
export async function supervisionOf(
  ports: Noting,
  job: string,
): Promise<Supervision & { totals: CrawlTotals }> {
  const [totals, { supervision }] = await Promise.all([totalsSoFar(ports, job), known(ports, job)]);
  return { ...look(supervision, totals, ports.clock.now(), {}), samples: supervision.samples, totals };
}
