import type { OutcomeKind } from '../../base/fetch/outcome.ts';
import type { Missed } from './damaged-hosts.ts';
import type { HoldVerb } from './hold.ts';
import type { RevisitMark } from './revisit-mark.ts';

/** Fields of every command that changes something. */
export interface CommandHead {
  /** Identifies the request: a command with the same ID is executed only once. */
  readonly requestId: string;
  /** Who gives the command, as they say. */
  readonly by: string;
  readonly reason: string;
  /** Report what the command would change, and change nothing. */
  readonly dryRun: boolean;
}

export interface StateCommand extends CommandHead {
  readonly command: 'open' | 'pause' | 'continue' | 'stop' | 'drain';
  readonly job: string;
  /** Only this host, or the hosts of this domain; absent: the whole job. */
  readonly host?: string;
}

export interface BlockCommand extends CommandHead {
  readonly command: 'block' | 'unblock';
  readonly host: string;
  readonly purge?: boolean;
}

export interface CancelCommand extends CommandHead {
  readonly command: 'cancel';
  /** ID of the request to cancel. */
  readonly request: string;
}

/**
 * Conditions that select visited pages. A page must meet all conditions that are given; without conditions, every page
 * is selected.
 */
export interface PageScope {
  /** A host, or a domain with all its hosts. */
  readonly host?: string;
  /** Pages whose URLs begin with this prefix. */
  readonly prefix?: string;
  /** Pages whose best topic class is this class or one below it. */
  readonly class?: string;
  /** Pages that lead to the record with this MD5. */
  readonly record?: string;
  /** Pages whose last visit had this outcome. */
  readonly status?: OutcomeKind;
  /** Pages last checked at least this many days ago. */
  readonly olderThanDays?: number;
}

export interface ReharvestCommand extends CommandHead {
  readonly command: 'reharvest';
  /** A job; `*`: all open jobs. */
  readonly job: string;
  readonly scope: PageScope;
  /** So many pages at most, of whichever hosts. */
  readonly maxPages?: number;
  /** Visit the pages without validators, and store missing raw documents again. */
  readonly unconditional?: true;
}

export type ControlCommand = StateCommand | BlockCommand | CancelCommand | ReharvestCommand;

/** The effect of a command on one job. */
export interface JobTouched {
  readonly job: string;
  readonly state: string;
  readonly before: string;
  /** Number of hosts that the command affects. */
  readonly hosts: number;
  /** URLs of these hosts: pending and visited. */
  readonly pending: number;
  readonly visited: number;
  /** Not all hosts were counted: the counts are lower bounds. */
  readonly atLeast?: true;
  /** What was not changed, and why. */
  readonly note?: string;
  /** For a dry run of a purge: pages that would leave the collection. */
  readonly purged?: { readonly pages: number; readonly atLeast?: true };
}

export interface ControlAnswer {
  readonly requestId: string;
  readonly command: ControlCommand['command'];
  readonly jobs: readonly JobTouched[];
  /** A command with this requestId was executed before; nothing was done now. */
  readonly repeated?: true;
  readonly dryRun?: true;
  /** The command continues in slices; `winnow commands` shows its progress. */
  readonly goesOn?: true;
}

/**
 * A part of a command that goes through the hosts of a job in slices, by the ordinary schedule. `confirm` follows a
 * purge after all hosts were notified: it checks whether they have removed their records, and is not a part of the
 * command itself.
 */
export interface Task {
  /** ID of the request; of `confirm`, a name derived from this ID. */
  readonly id: string;
  readonly kind: 'purge' | 'respell' | 'order' | 'wake' | 'confirm' | 'reharvest';
  /** A host or a domain; absent: every host. */
  readonly what?: string;
  /** Epoch ms when the command was given. */
  readonly at: number;
  /** Where the pass over the hosts continues; absent: at the first host. */
  readonly cursor?: string;
  /** Hosts that were examined, and hosts that were notified. */
  readonly looked: number;
  readonly told: number;
  /** What every host is asked, of `order` (`InboxMessage.orders`). */
  readonly orders?: Readonly<Record<string, unknown>>;
  /** Which pages are due again. */
  readonly mark?: RevisitMark;
  /** Pages that the notified hosts may make due, and the most that all may. */
  readonly pages?: number;
  readonly maxPages?: number;
  /** Hosts that could not be notified; a purge with such hosts is not confirmed. */
  readonly missed?: Missed;
  /** Of `confirm`: epoch ms of the next check, and ms from the last check to the next. */
  readonly notBefore?: number;
  readonly waitMs?: number;
}

export type TaskState = 'running' | 'done' | 'cancelled';

/** A command in the log. */
export interface CommandEntry {
  readonly requestId: string;
  /** Epoch ms. */
  readonly at: number;
  readonly by: string;
  /** Who gave it, as AWS knows them: the ARN of their credentials, or where the call of the ops function came from. */
  readonly caller?: string;
  readonly reason: string;
  /** The command as given. */
  readonly command: Readonly<Record<string, unknown>>;
  /** `asked`: no result was written yet. */
  readonly state: 'asked' | 'running' | 'done' | 'failed' | 'cancelled';
  readonly answer?: unknown;
  /** Why the command failed. */
  readonly error?: string;
  /** Ended tasks of the command, by job. */
  readonly ended?: Readonly<
    Record<
      string,
      {
        readonly at: number;
        readonly state: TaskState;
        readonly looked: number;
        readonly told: number;
        readonly missed?: Missed;
      }
    >
  >;
  /** Epoch ms. */
  readonly endedAt?: number;
  /** The stored entry cannot be read. */
  readonly damaged?: true;
}

export type { HoldVerb };
