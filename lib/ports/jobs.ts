import type { Task } from '../domain/control/command.ts';
import type { Missed } from '../domain/control/damaged-hosts.ts';
import type { Hold } from '../domain/control/hold.ts';
import type { Pause } from '../domain/control/pause.ts';
import type { JudgeOptions } from '../domain/frontier/inbox-item.ts';
import type { RevisitPlan } from '../domain/revisit/plan.ts';
import type { JobSettings } from '../domain/settings/settings.ts';

/**
 * - `open`: its hosts get tickets.
 * - `paused`: none is given out, and those that wait are put back; `continue` opens it.
 * - `draining`: none is given out, and those that are out have their turns.
 * - `stopped`: as paused, and only `open` opens it.
 */
export type JobState = 'open' | 'paused' | 'draining' | 'stopped';

/**
 * A second pass over the link log, in slices: hosts that budgets kept something from, then the segments. What is known
 * is passed over by the hosts.
 */
export interface Again {
  /** Drawn when it was asked for. */
  readonly id: string;
  /** Only for hosts that a budget kept something from; else every link of the log is delivered again. */
  readonly overBudgetOnly: boolean;
  /** Segments from this id on are new, and recycled anyway. */
  readonly end: string;
  /** Where the pass over the hosts goes on; absent: at the first one. */
  readonly cursor?: string;
  /** All hosts were told. */
  readonly told?: true;
  /** The last segment that was read again. */
  readonly after?: string;
  /** Links of the segment behind it that were delivered again. */
  readonly links?: number;
  /** Rounds in which something of what comes next broke off. */
  readonly tries?: number;
  /** The command that asked for it; absent: settings did. */
  readonly request?: string;
  /** Segments read again, and links delivered. */
  readonly progress?: Progress;
}

/** How far a pass has come. */
export interface Progress {
  readonly looked: number;
  readonly told: number;
  readonly missed?: Missed;
}

/** A changed topic on its way to all pages of a job, host by host, in slices. */
export interface Reclassification {
  /** Drawn when it was asked for. */
  readonly id: string;
  readonly options: JudgeOptions;
  /** Where the pass over the hosts goes on; absent: at the first one. */
  readonly cursor?: string;
  /** The command that asked for it. */
  readonly request?: string;
  /** Hosts looked at, and told. */
  readonly progress?: Progress;
}

/** A job as the installation knows it. */
export interface Job {
  readonly name: string;
  readonly state: JobState;
  /** The version of its settings that new tickets carry. */
  readonly config: string;
  /** 32 hex digits, drawn when the job was made: the key of its fingerprints. */
  readonly fingerprintKey: string;
  /** How many shards its due index has; fixed when the job was made. */
  readonly dueShards: number;
  /** Epoch ms. */
  readonly createdAt: number;
  /** Of one that is not open. */
  readonly pause?: Pause;
  /** Under way. */
  readonly again?: Again;
  /** Under way: hosts are being told which of their pages to judge again. */
  readonly judge?: Reclassification;
  /** Hosts and domains of which nothing is fetched. */
  readonly holds?: readonly Hold[];
  /** When its pages are visited again, where that goes by their changes. */
  readonly revisits?: RevisitPlan;
  /** Under way: parts of commands that go through its hosts. */
  readonly tasks?: readonly Task[];
}

/** Whole numbers by name: a letter, then letters and digits. */
export type Tally = Readonly<Record<string, number>>;

/** What one writer at a time works out about a job: some KB of text, which can be lost without harm. */
export interface Note {
  /** Counts its writes, from 1. */
  readonly version: number;
  readonly text: string;
}

/**
 * The jobs of an installation and their settings.
 * @throws WinnowError `unavailable`; `corrupt` or `newer` when stored settings do not validate.
 */
export interface JobStore {
  /** Consistent: a pause is seen by the next reader. */
  job(name: string): Promise<Job | undefined>;
  /** All jobs by name. */
  jobs(): Promise<readonly Job[]>;
  /** Stores a job if it is new (`was` undefined) or still equals `was`. False: somebody else was first. */
  put(was: Job | undefined, next: Job): Promise<boolean>;
  /** Stores settings under their version, which is derived from them: the same settings, the same version. */
  putSettings(settings: JobSettings): Promise<string>;
  /** @throws WinnowError `not-found`. */
  settings(job: string, version: string): Promise<JobSettings>;
  /** Adds to the pages counted on a UTC day (`YYYY-MM-DD`), and returns the new total. Atomic. May be negative: unused pages given back. */
  addPages(job: string, day: string, pages: number): Promise<number>;
  /** Adds to a counter of a job, and returns the new total; adding 0 reads it. Atomic. A counter begins at 0. */
  count(job: string, counter: string, add: number): Promise<number>;
  /**
   * Adds whole numbers to counters of one sheet of a job, with one write, and returns all counters of the sheet; adding
   * nothing reads it. Each counter is added to atomically and begins at 0.
   */
  tally(job: string, sheet: string, add: Tally): Promise<Tally>;
  /** A note of a job, or undefined. Consistent. */
  note(job: string, name: string): Promise<Note | undefined>;
  /** Stores a note if it is still of version `was` (0: there is none yet). False: somebody else was first. */
  putNote(job: string, name: string, was: number, text: string): Promise<boolean>;
}
