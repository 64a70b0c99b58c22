import type { Task } from '../domain/control/command.ts';
import type { Missed } from '../domain/control/damaged-hosts.ts';
import type { DeleteRule } from '../domain/control/delete-rule.ts';
import type { Hold } from '../domain/control/hold.ts';
import type { Pause } from '../domain/control/pause.ts';
import type { Tail } from '../domain/focus/tail.ts';
import type { JudgeOptions } from '../domain/orders/judge-order.ts';
import type { RevisitPlan } from '../domain/revisit/plan.ts';
import type { JobSettings } from '../domain/settings/settings.ts';

/**
 * - `open`: its hosts get tickets.
 * - `paused`: no tickets are given, and waiting ones are returned; `continue` or `open` opens the job.
 * - `draining`: no tickets are given, and those that were given have their turns.
 * - `stopped`: as paused, and only `open` opens the job.
 */
export type JobState = 'open' | 'paused' | 'draining' | 'stopped';

/**
 * A second pass over the link log, in slices: first over the hosts whose budgets kept something back, then over the
 * segments. A host ignores URLs that it knows.
 */
export interface Again {
  /** A random id of this pass. */
  readonly id: string;
  /** True: delivers links only to hosts whose budget kept something back. False: delivers every link of the log again. */
  readonly overBudgetOnly: boolean;
  /** The pass ends before this segment id: later segments are new and are recycled for the first time anyway. */
  readonly end: string;
  /** Where the pass over the hosts continues; absent: at the first host. */
  readonly cursor?: string;
  /** The pass over the hosts is complete. */
  readonly told?: true;
  /** The last segment that was read completely. */
  readonly after?: string;
  /** The number of links of the segment after `after` that were delivered. */
  readonly links?: number;
  /** Rounds in a row that failed in the segment after `after`, or in the hosts after `cursor`. */
  readonly tries?: number;
  /** The request id of the command that asked for the pass; absent: changed settings did. */
  readonly request?: string;
  /** Segments that were read (`looked`), and links that were delivered (`told`). */
  readonly progress?: Progress;
}

/** How far a pass has come: items looked at, and messages sent. */
export interface Progress {
  readonly looked: number;
  readonly told: number;
  readonly missed?: Missed;
}

/** A pass that applies a changed topic to all pages of a job, host by host, in slices. */
export interface Reclassification {
  /** A random id of this reclassification. */
  readonly id: string;
  readonly options: JudgeOptions;
  /** Where the pass over the hosts continues; absent: at the first host. */
  readonly cursor?: string;
  /** The request id of the command that asked for it. */
  readonly request?: string;
  /** Hosts that were looked at, and hosts that were notified. */
  readonly progress?: Progress;
}

/** A job as the installation knows it. */
export interface Job {
  readonly name: string;
  readonly state: JobState;
  /** The version of its settings that new tickets carry. */
  readonly config: string;
  /** 32 random hex digits: the key of the job's fingerprints. */
  readonly fingerprintKey: string;
  /** The number of shards of its due index; fixed when the job is made. */
  readonly dueShards: number;
  /** Epoch ms. */
  readonly createdAt: number;
  /** Why and until when; only of a job that is not open. */
  readonly pause?: Pause;
  /** A second pass over the link log, while it goes on. */
  readonly again?: Again;
  /** A reclassification, while hosts are still being notified of it. */
  readonly judge?: Reclassification;
  /** Hosts and domains on hold: no pages of theirs are fetched. */
  readonly holds?: readonly Hold[];
  /** When the pages of the job are visited again, where that depends on their changes. */
  readonly revisits?: RevisitPlan;
  /** What promises and brings too little to be followed; absent: it has not been judged. */
  readonly tail?: Tail;
  /** Parts of commands that go through the job's hosts, while they go on. */
  readonly tasks?: readonly Task[];
  /** Exports into the bucket that are under way. */
  readonly exports?: readonly string[];
  /** Deletions that also hold for URLs that come later. */
  readonly deletions?: readonly DeleteRule[];
}

/** Whole numbers by name: a letter, then letters and digits. */
export type Tally = Readonly<Record<string, number>>;

/** Names in a sheet that say that something was added. */
export interface TallyMarks {
  /** Set by the write that adds. While it is set, a call with it changes nothing. */
  readonly once?: string;
  /** Marks that nobody adds by any more: the write removes them. */
  readonly drop?: readonly string[];
}

/**
 * A few KB of text about a job that one writer at a time changes. What is worked out can be lost without harm; the note
 * `examples` names what people have said.
 */
export interface Note {
  /** The number of its writes, from 1. */
  readonly version: number;
  readonly text: string;
}

/**
 * The jobs of an installation and their settings.
 * @throws WinnowError `unavailable`; `corrupt` or `newer` when stored settings do not validate.
 */
export interface JobStore {
  /** Consistent: the next reader sees a pause. */
  job(name: string): Promise<Job | undefined>;
  /** All jobs by name. */
  jobs(): Promise<readonly Job[]>;
  /** Stores a job if it is new (`was` undefined) or the stored job equals `was`. False: another writer was first. */
  put(was: Job | undefined, next: Job): Promise<boolean>;
  /** Stores settings under their version. The version is derived from the settings: the same settings, the same version. */
  putSettings(settings: JobSettings): Promise<string>;
  /** @throws WinnowError `not-found`. */
  settings(job: string, version: string): Promise<JobSettings>;
  /**
   * Adds to the pages counted on a UTC day (`YYYY-MM-DD`), and returns the new total; adding 0 reads the total, and writes
   * nothing. Atomic. `pages` is negative when unused pages go back.
   */
  addPages(job: string, day: string, pages: number): Promise<number>;
  /** Adds to a counter of a job, and returns the new total; adding 0 reads the counter, and writes nothing. Atomic. Counters begin at 0. */
  count(job: string, counter: string, add: number): Promise<number>;
  /**
   * Adds whole numbers to counters of one sheet of a job in one write, and returns all counters of the sheet; an empty
   * `add` without marks reads the sheet, and writes nothing. Each addition is atomic, with its marks. Counters begin at 0.
   */
  tally(job: string, sheet: string, add: Tally, marks?: TallyMarks): Promise<Tally>;
  /** A note of a job, or undefined. Consistent. */
  note(job: string, name: string): Promise<Note | undefined>;
  /** Stores a note if the stored one has version `was` (0: none is stored). False: another writer was first. */
  putNote(job: string, name: string, was: number, text: string): Promise<boolean>;
}
