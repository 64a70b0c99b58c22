import { readStoredObject } from '../../base/stored-json.ts';
import type { JobStore } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { type FailedJob, failureText, type JobWork } from './isolate-jobs.ts';

/** Where work for a job fails, each with its own note: the rounds over all jobs, and the turns of the job's hosts. */
const rounds = ['dispatch', 'recycle', 'harvest'] as const;
export type Round = (typeof rounds)[number];

/** A failure of work for a job that is repeated round after round, or turn after turn. */
export interface JobFailure {
  readonly work: JobWork;
  /** The error's code (`ErrorCode`) and message. */
  readonly code: string;
  readonly message: string;
  /** Epoch ms of the first failure, and of the last one or some minutes before. */
  readonly since: number;
  readonly at: number;
}

/** What this process knows of a note. */
interface Known {
  readonly failure: JobFailure | undefined;
  /** Epoch ms of the last look. */
  readonly lookedAt: number;
}

type Noting = Pick<Ports, 'jobs' | 'clock'>;

/** An unchanged failure is written again after this time, which bounds the age of `at`. */
const writtenEveryMs = 300_000;
/** Notes of other processes about a job that is well here are read after this time: a read for each job costs little then. */
const lookEveryMs = 300_000;

const knownOf = new WeakMap<JobStore, Map<string, Known>>();

const nameOf = (round: Round): string => `failure-${round}`;

/**
 * Notes for `winnow status` which jobs a round failed for, and which of them are well again. The round itself reports
 * the failures.
 * @param names all jobs of the round
 */
export async function noteRound(
  ports: Noting,
  round: Round,
  names: readonly string[],
  failed: readonly FailedJob[] = [],
): Promise<void> {
  for (const name of names) {
    const failure = failed.find(({ job }) => job === name);
    await noteJob(ports, round, name, failure);
  }
}

/**
 * Notes for `winnow status` that work for a job failed, or that it is well again. A failed write is ignored: the next round or
 * turn tries again.
 * @returns the failure with its beginning; undefined for none, and where nobody knows
 */
export async function noteJob(
  ports: Noting,
  round: Round,
  name: string,
  failed: FailedJob | undefined,
): Promise<JobFailure | undefined> {
  try {
    return await writeNote(ports, round, name, failed);
  } catch {
    return undefined;
  }
}

async function writeNote(
  { jobs, clock }: Noting,
  round: Round,
  name: string,
  failed: FailedJob | undefined,
): Promise<JobFailure | undefined> {
  const cache = knownOf.get(jobs) ?? new Map<string, Known>();
  knownOf.set(jobs, cache);
  const key = `${round} ${name}`;
  const now = clock.now();
  const known = cache.get(key);
  if (isAsKnown(known, failed, now)) return known?.failure;
  const note = await jobs.note(name, nameOf(round));
  const before = failureIn(note?.text);
  const next: JobFailure | undefined = failed && {
    ...{ work: failed.work, ...failureText(failed.error) },
    ...{ since: before?.since ?? now, at: now },
  };
  if (next !== undefined || before !== undefined) {
    const text = JSON.stringify(next === undefined ? { v: 1 } : { v: 1, failure: next });
    // If another process was first, its note says the same.
    await jobs.putNote(name, nameOf(round), note?.version ?? 0, text);
  }
  cache.set(key, { failure: next, lookedAt: now });
  return next;
}

function isAsKnown(known: Known | undefined, failed: FailedJob | undefined, now: number): boolean {
  if (known === undefined) return false;
  if (failed === undefined) return known.failure === undefined && now - known.lookedAt < lookEveryMs;
  return (
    known.failure?.work === failed.work &&
    known.failure.message === failureText(failed.error).message &&
    now - known.lookedAt < writtenEveryMs
  );
}

function failureIn(text: string | undefined): JobFailure | undefined {
  return text === undefined ? undefined : readStoredObject<{ failure?: JobFailure }>(text)?.failure;
}

/** The failures of a job in rounds and turns. Consistent. */
export async function failuresOf({ jobs }: Pick<Ports, 'jobs'>, job: string): Promise<readonly JobFailure[]> {
  const notes = await Promise.all(rounds.map((round) => jobs.note(job, nameOf(round))));
  return notes.flatMap((note) => failureIn(note?.text) ?? []);
}
