import type { OutcomeKind } from '../fetch/outcome.ts';
import type { Missed } from './damaged-hosts.ts';
import type { HoldVerb } from './hold.ts';
import type { RevisitMark } from './revisit-mark.ts';

/** All jobs of an installation, where a job is asked for. */
export const allJobs = '*';

/** What every command that changes something says of itself. */
export interface CommandHead {
  /** Names the request: asked twice, it is done once. */
  readonly requestId: string;
  /** Who asks, as they say. */
  readonly by: string;
  readonly reason: string;
  /** Say what it would touch, and change nothing. */
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
  /** The request that is to be given up. */
  readonly request: string;
}

/** Which visited pages are meant: all that is given must hold, and nothing given means every page. */
export interface PageScope {
  /** A host, or a domain with all hosts of it. */
  readonly host?: string;
  /** A URL: pages whose URLs begin so. */
  readonly prefix?: string;
  /** Pages whose best topic class is this, or one below it. */
  readonly class?: string;
  /** MD5 of the record that they lead to. */
  readonly record?: string;
  /** How the last visit ended. */
  readonly status?: OutcomeKind;
  /** Last checked so long ago. */
  readonly olderThanDays?: number;
}

export interface ReharvestCommand extends CommandHead {
  readonly command: 'reharvest';
  /** One, or all that are open. */
  readonly job: string;
  readonly scope: PageScope;
  /** No further host is told once those that were have so many pages together. */
  readonly maxPages?: number;
  /** Without validators; their raw documents are stored again where these are missing. */
  readonly unconditional?: true;
}

export type ControlCommand = StateCommand | BlockCommand | CancelCommand | ReharvestCommand;

/** What a command means to one job. */
export interface JobTouched {
  readonly job: string;
  readonly state: string;
  readonly before: string;
  /** Hosts that it is about. */
  readonly hosts: number;
  /** URLs of them that wait for their first visit, and that were visited. */
  readonly pending: number;
  readonly visited: number;
  /** There are more hosts than were counted. */
  readonly atLeast?: true;
  /** What stayed as it was, and why. */
  readonly note?: string;
  /** Of a purge that was only tried: pages of the collection that would leave it. */
  readonly purged?: { readonly pages: number; readonly atLeast?: true };
}

export interface ControlAnswer {
  readonly requestId: string;
  readonly command: ControlCommand['command'];
  readonly jobs: readonly JobTouched[];
  /** It was done before, under the same requestId; nothing was done again. */
  readonly repeated?: true;
  readonly dryRun?: true;
  /** It goes on in slices; `winnow commands` shows how far it is. */
  readonly goesOn?: true;
}

/**
 * A part of a command that goes through the hosts of a job, in slices of the ordinary schedule. `confirm` follows a purge
 * whose hosts were all told: it looks whether they have given up their records, and is no part of the command itself.
 */
export interface Task {
  /** The request that asked for it; of `confirm` a name derived from it. */
  readonly id: string;
  readonly kind: 'purge' | 'respell' | 'wake' | 'confirm' | 'reharvest';
  /** A host, or a domain; absent: every host. */
  readonly what?: string;
  /** Epoch ms when it was asked for. */
  readonly at: number;
  /** Where the pass over the hosts goes on; absent: at the first one. */
  readonly cursor?: string;
  /** Hosts that were looked at, and told. */
  readonly looked: number;
  readonly told: number;
  /** Which pages are due again. */
  readonly mark?: RevisitMark;
  /** Pages that hosts which were told have, and how many are enough. */
  readonly pages?: number;
  readonly maxPages?: number;
  /** Hosts that could not be told; a purge that has any is not confirmed. */
  readonly missed?: Missed;
  /** Of `confirm`: epoch ms before which it does not look again, and ms from its last look to then. */
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
  readonly reason: string;
  /** As it was asked. */
  readonly command: Readonly<Record<string, unknown>>;
  /** `asked`: nobody has said yet what came of it. */
  readonly state: 'asked' | 'running' | 'done' | 'failed' | 'cancelled';
  readonly answer?: unknown;
  /** Why it failed. */
  readonly error?: string;
  /** By job, what has ended of it. */
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
  /** What was stored of it cannot be read. */
  readonly damaged?: true;
}

/** What is left of an entry of the log that cannot be read. */
export function damagedEntry(requestId: string, at: number): CommandEntry {
  return { requestId, at, by: '', reason: '', command: {}, state: 'failed', error: 'damaged', damaged: true };
}

export type { HoldVerb };
