import { type ErrorCode, WinnowError } from '../../base/error.ts';
import type { HostName } from '../../base/url/url.ts';
import type { HostTotals } from '../../domain/frontier/counters.ts';
import type { Timing } from '../../domain/settings/timing.ts';
import type { Delivery } from '../../pipeline/turn/turn.ts';
import type { TurnReport } from '../../pipeline/turn/turn-report.ts';

/** What a worker is started with. */
export interface WorkerStart {
  readonly dataDir: string;
  /** The offset of the main thread's clock: all threads show the same time, whatever happens to the machine's clock. */
  readonly clockOffset: number;
  /** Shared memory (`page-note.ts`). */
  readonly note: SharedArrayBuffer;
  /** Hosts whose opened bodies are kept between turns. */
  readonly cachedBodies: number;
  /** Where compiled code is kept between runs; absent: it is not. */
  readonly compileCache?: string;
}

/** A page that ended a worker: it is not read again. */
export interface UnreadablePage {
  readonly url: string;
  readonly why: string;
}

/** The order to run one turn. */
export interface TurnOrder {
  readonly delivery: Delivery;
  readonly timing: Timing;
  /** The most pages; at most those of the ticket. */
  readonly pages: number;
}

/** From the main thread to a worker. */
export type ToWorker =
  | {
      readonly kind: 'turn';
      readonly number: number;
      readonly crawl: number;
      readonly isStopped: boolean;
      readonly order: TurnOrder;
    }
  /** These hosts have their turns soon: their names may be looked up. */
  | { readonly kind: 'ahead'; readonly hosts: readonly HostName[] }
  /** The turns of this crawl end soon. */
  | { readonly kind: 'stop'; readonly crawl: number }
  /** The crawl is over. */
  | { readonly kind: 'over'; readonly crawl: number }
  | { readonly kind: 'unreadable'; readonly pages: readonly UnreadablePage[] }
  | { readonly kind: 'close' };

/** From a worker to the main thread. */
export type FromWorker =
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'turned';
      readonly number: number;
      readonly report: TurnReport;
      readonly lost: readonly SentLoss[];
      readonly seen: readonly SeenVisits[];
    }
  | {
      readonly kind: 'failed';
      readonly number: number;
      readonly error: SentError;
      readonly seen: readonly SeenVisits[];
    }
  | { readonly kind: 'visits'; readonly seen: readonly SeenVisits[] }
  /** Documents wait for a converter. */
  | { readonly kind: 'ordered' }
  /** The connection to the database lost writes. */
  | { readonly kind: 'broken'; readonly error: SentError };

/** Visits of a turn since the last message. */
export interface SeenVisits {
  /** The number of the turn's order. */
  readonly number: number;
  readonly job: string;
  readonly host: HostName;
  readonly ticket: string;
  readonly totals: HostTotals;
  /** Decoded bytes of each, and whether it failed. */
  readonly visits: readonly (readonly [bytes: number, isFailed: boolean])[];
}

/** A count that could not be stored. */
export interface SentLoss {
  readonly what: string;
  readonly error: SentError;
}

/** An error as it crosses threads. */
export interface SentError {
  readonly message: string;
  readonly code?: ErrorCode;
  readonly stack?: string;
}

export function sentError(error: unknown): SentError {
  if (!(error instanceof Error)) return { message: String(error) };
  const { message, stack } = error;
  return {
    message,
    ...(stack === undefined ? {} : { stack }),
    ...(error instanceof WinnowError ? { code: error.code } : {}),
  };
}

export function receivedError({ message, code, stack }: SentError): Error {
  const error = code === undefined ? new Error(message) : new WinnowError(code, message);
  if (stack !== undefined) error.stack = stack;
  return error;
}
