import { readStoredObject } from '../../base/stored-json.ts';
import type { Ports } from '../../ports/ports.ts';
import type { DispatchUntilReport } from './dispatch-until.ts';

type Watching = Pick<Ports, 'jobs' | 'clock'>;

const noteName = 'awake';
/** Runs are a minute apart: after a longer pause a run in between sent a ticket, or slept. */
const runsApartMs = 90_000;
/** By then the longest turns that wait for each other are over. */
const longMs = 1_800_000;

/** Consecutive runs of the dispatcher that stayed awake for a job and sent no ticket. */
export interface Awake {
  /** Epoch ms of the first run and of the last. */
  readonly since: number;
  readonly last: number;
  readonly runs: number;
}

/** Notes a run of more than one pass that sent nothing: AWS bills such a run for its whole time. */
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

/** The runs that stayed awake for this job in vain for half an hour or longer; undefined: there are none. */
export async function awakeInVain({ jobs, clock }: Watching, job: string): Promise<Awake | undefined> {
  const note = await jobs.note(job, noteName);
  const awake = note && readStoredObject<Awake>(note.text);
  if (awake === undefined || !isInRow(awake, clock.now())) return undefined;
  return awake.last - awake.since >= longMs ? awake : undefined;
}

function isInRow({ last }: Awake, now: number): boolean {
  return now - last < runsApartMs;
}
