import { readStoredObject } from '../../base/stored-json.ts';
import type { HostName } from '../../base/url/url.ts';
import type { HostTotals } from '../../domain/frontier/counters.ts';
import type { Ports } from '../../ports/ports.ts';
import type { JobSummary } from './summary.ts';

/** What a host has done in a turn that is not committed yet. */
export interface TurnUnderWay {
  readonly host: HostName;
  /** Id of the ticket of the turn. */
  readonly ticket: string;
  /** Totals of the host since its first turn, this turn included. */
  readonly totals: HostTotals;
}

interface Stored {
  readonly v: 1;
  /** Epoch ms. */
  readonly at: number;
  readonly turns: readonly TurnUnderWay[];
}

const noteName = 'under-way';
/** A writer that has been silent for so long is dead: while turns run, it writes every second. */
const staleMs = 10_000;
/** Turns that a note lists: the note stays some KB of text. */
const maxTurns = 100;

/** Writes down how far the turns of a job have come. Only one process at a time calls this. Losing the note does no harm. */
export async function tellTurns(
  { jobs, clock }: Pick<Ports, 'jobs' | 'clock'>,
  job: string,
  turns: readonly TurnUnderWay[],
): Promise<void> {
  const note = await jobs.note(job, noteName);
  const stored: Stored = { v: 1, at: clock.now(), turns: turns.slice(0, maxTurns) };
  await jobs.putNote(job, noteName, note?.version ?? 0, JSON.stringify(stored));
}

/**
 * A summary that includes what running turns have done so far, as their commits will count it. A turn is included while
 * its host has its ticket; after the commit the host's own counters have the numbers. The note of a process that was
 * killed counts for ten seconds at most.
 */
export async function withTurnsUnderWay(
  { jobs, hosts, clock }: Pick<Ports, 'jobs' | 'hosts' | 'clock'>,
  job: string,
  summary: JobSummary,
): Promise<JobSummary> {
  const note = await jobs.note(job, noteName);
  const stored = note && readStoredObject<Stored>(note.text);
  if (stored === undefined || Math.abs(clock.now() - stored.at) >= staleMs) return summary;
  let sum = summary;
  for (const { host, ticket, totals } of stored.turns) {
    const control = await hosts.control({ job, host });
    if (control?.state === 'ticketed' && control.ticket === ticket)
      sum = moved(sum, control.counters, totals);
  }
  return sum;
}

/** A summary in which one host has other totals. */
function moved(summary: JobSummary, before: HostTotals, now: HostTotals): JobSummary {
  const { taken = 0 } = now;
  const by = (key: 'pending' | 'visited' | 'bytes'): number => summary[key] + now[key] - before[key];
  return {
    ...summary,
    ...{ pending: by('pending') - taken, visited: by('visited'), bytes: by('bytes') },
    inboxes: { ...summary.inboxes, urls: summary.inboxes.urls - taken },
    outcomes: counted(summary.outcomes, before.outcomes, now.outcomes),
    repeated: counted(summary.repeated, before.repeated, now.repeated),
    unsupported: counted(summary.unsupported, before.unsupported, now.unsupported),
  };
}

type Counts = Readonly<Record<string, number>>;

function counted(sum: Counts, before: Counts = {}, now: Counts = {}): Counts {
  const all = { ...sum };
  for (const [kind, count] of Object.entries(now)) all[kind] = (all[kind] ?? 0) + count - (before[kind] ?? 0);
  return all;
}
