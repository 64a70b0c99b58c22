import { readStoredObject } from '../../domain/base/stored-json.ts';
import type { Ports } from '../../ports/ports.ts';
import type { DispatchUntilReport } from './dispatch-until.ts';

type Watching = Pick<Ports, 'jobs' | 'clock'>;

const noteName = 'awake';
/** Runs are a minute apart: a run between two that sent nothing sent something, or slept. */
const runsApartMs = 90_000;
/** The longest turns that wait for each other are over by then. */
const longMs = 1_800_000;

/** Runs of the dispatcher in a row that stayed awake for a job and sent no ticket. */
export interface Awake {
  /** Epoch ms of the first of them and of the last. */
  readonly since: number;
  readonly last: number;
  readonly runs: number;
}

/** Writes down that a run of more than one pass has sent nothing: such a run is paid for by the minute. */
export async function watchWakefulness(
  { jobs, clock }: Watching,
  { passes, awakeFor }: DispatchUntilReport,
): Promise<void> {
  if (awakeFor === undefined || passes < 2) return;
  const note = await jobs.note(awakeFor, noteName);
  const now = clock.now();
  const before = note && readStoredObject<Awake>(note.text);
  const goesOn = before !== undefined && isInRow(before, now) && before.runs > 0;
  const awake: Awake = goesOn
    ? { since: before.since, last: now, runs: before.runs + 1 }
    : { since: now, last: now, runs: 1 };
  await jobs.putNote(awakeFor, noteName, note?.version ?? 0, JSON.stringify(awake));
}

/** What keeps the dispatcher awake in vain, and has for half an hour; undefined: nothing of this job does. */
export async function awakeInVain({ jobs, clock }: Watching, job: string): Promise<Awake | undefined> {
  const note = await jobs.note(job, noteName);
  const awake = note && readStoredObject<Awake>(note.text);
  if (awake === undefined || !isInRow(awake, clock.now())) return undefined;
  return awake.last - awake.since >= longMs ? awake : undefined;
}

function isInRow({ last }: Awake, now: number): boolean {
  return now - last < runsApartMs;
}
