import { readStoredObject } from '../../domain/base/stored-json.ts';
import type { JobStore } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { type FailedJob, failureText, type JobWork } from './isolate-jobs.ts';

/** The rounds that look after all jobs, each with a note of its own. */
const rounds = ['dispatch', 'recycle'] as const;
export type Round = (typeof rounds)[number];

/** That work for a job breaks off round after round, and how. */
export interface JobFailure {
  readonly work: JobWork;
  /** Of the error (`ErrorCode`), and what it says. */
  readonly code: string;
  readonly message: string;
  /** Epoch ms: when it was met first, and last or some minutes before. */
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

/** A failure that stays the same is written down again after this: `at` is that old at most. */
const writtenEveryMs = 300_000;
/** What other processes have written about a job that is well here is looked for after this. */
const lookEveryMs = 3_600_000;

const knownOf = new WeakMap<JobStore, Map<string, Known>>();

const nameOf = (round: Round): string => `failure-${round}`;

/**
 * Writes down which jobs a round could not look after, for `winnow status`, and which of them are well again. A note
 * that cannot be written is done without: the round itself says what failed.
 * @param names all jobs that the round looked after
 */
export async function noteRound(
  ports: Noting,
  round: Round,
  names: readonly string[],
  failed: readonly FailedJob[] = [],
): Promise<void> {
  for (const name of names) {
    const failure = failed.find(({ job }) => job === name);
    try {
      await noteJob(ports, round, name, failure);
    } catch {
      // The next round tries again.
    }
  }
}

async function noteJob(
  { jobs, clock }: Noting,
  round: Round,
  name: string,
  failed: FailedJob | undefined,
): Promise<void> {
  const cache = knownOf.get(jobs) ?? new Map<string, Known>();
  knownOf.set(jobs, cache);
  const key = `${round} ${name}`;
  const now = clock.now();
  const known = cache.get(key);
  if (isAsKnown(known, failed, now)) return;
  const note = await jobs.note(name, nameOf(round));
  const before = failureIn(note?.text);
  const next: JobFailure | undefined = failed && {
    ...{ work: failed.work, ...failureText(failed.error) },
    ...{ since: before?.since ?? now, at: now },
  };
  if (next !== undefined || before !== undefined) {
    const text = JSON.stringify(next === undefined ? { v: 1 } : { v: 1, failure: next });
    // Another process of this round that was first has seen as much.
    await jobs.putNote(name, nameOf(round), note?.version ?? 0, text);
  }
  cache.set(key, { failure: next, lookedAt: now });
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

/** What breaks off for a job in the rounds that look after it. Consistent. */
export async function failuresOf({ jobs }: Pick<Ports, 'jobs'>, job: string): Promise<readonly JobFailure[]> {
  const notes = await Promise.all(rounds.map((round) => jobs.note(job, nameOf(round))));
  return notes.flatMap((note) => failureIn(note?.text) ?? []);
}
