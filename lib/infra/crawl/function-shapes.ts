import type { AnyFunctionName } from '../../config/stack/names.ts';
import type { Timing } from '../../domain/settings/timing.ts';
import { distilTimeoutMs } from '../../graph/distilling.ts';

/** The properties of a function besides its code and permissions. */
export interface FunctionShape {
  readonly description: string;
  readonly timeoutMs: (timing: Timing) => number;
  /**
   * Whether the function is part of the cycle host → link → host, which is a loop by design. Lambda must not break it
   * (docs/decisions/0003-recursive-loop.md says why the loop is safe).
   */
  readonly inCycle: boolean;
  /** How long a call waits while Lambda has no room for it. Absent: Lambda's default of six hours, or the queue calls it. */
  readonly waitsMs?: number;
  /** How often Lambda repeats a failed call. Absent: its callers wait for it, or a queue calls it, which has its own rule. */
  readonly retries?: number;
  /** Whether it has an alarm of its own. Absent: yes. */
  readonly alarm?: false;
  /** MB of temporary files. Absent: Lambda's default of 512, which costs nothing. */
  readonly temporaryMb?: number;
  /** The results of asynchronous calls become events on the account's event bus. */
  readonly answersByEvent?: true;
}

const minute = 60_000;

/** The longest conversion that a job may allow (`convert.timeout`), and a minute to read and store. */
export const convertTimeoutMs = 11 * minute;

export const functionShapes: Readonly<Record<AnyFunctionName, FunctionShape>> = {
  dispatch: {
    description: 'Gives due hosts their tickets',
    // The dispatcher ticks for a minute; half a minute is for the last tick. Two that overlap do no harm.
    timeoutMs: () => 1.5 * minute,
    inCycle: true,
    retries: 0,
    // The next minute's call does the same: throttled calls must not pile up and run all at once later.
    waitsMs: minute,
  },
  harvest: {
    description: 'Runs the turns of up to thirty hosts side by side',
    timeoutMs: (timing) => timing.functionMs,
    inCycle: true,
  },
  convert: {
    description: 'Converts documents of heavy formats, one at a time',
    timeoutMs: () => convertTimeoutMs,
    inCycle: true,
  },
  recycle: {
    description: 'Puts links into the inboxes of the hosts they lead to',
    timeoutMs: () => 5 * minute,
    inCycle: true,
    retries: 0,
    // The next minute's call does the same: throttled calls must not pile up and run all at once later.
    waitsMs: minute,
  },
  ops: {
    description: 'What people and the daily schedule ask for: pause, continue, status, reharvest and more',
    timeoutMs: () => 15 * minute,
    inCycle: false,
    retries: 2,
    answersByEvent: true,
  },
  view: {
    description: 'What people look at: status, hosts, records and more; its role can change nothing',
    timeoutMs: () => 15 * minute,
    inCycle: false,
    // Whoever looks sees that it fails.
    alarm: false,
  },
  distil: {
    description:
      'Raises what good hubs link to and learns what words mean, where a job wants it; called by recycle when that is due',
    timeoutMs: () => distilTimeoutMs,
    inCycle: true,
    retries: 0,
    temporaryMb: 4_096,
    // The recycler calls again, and says so when nothing comes of it: an alarm would be paid for where no job distils.
    alarm: false,
    waitsMs: minute,
  },
  sinks: {
    description: 'Hands changes of the collection to the sinks of jobs, in slices',
    timeoutMs: () => 7 * minute,
    inCycle: false,
    retries: 0,
    // The next minute's call does the same.
    waitsMs: minute,
  },
  sql: {
    description: 'Copies jobs into tables that Athena reads, in slices',
    timeoutMs: () => 15 * minute,
    inCycle: false,
    retries: 0,
    temporaryMb: 4_096,
    // The next tick does the same.
    waitsMs: minute,
  },
};
