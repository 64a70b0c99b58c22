import { WinnowError } from '../../../base/error.ts';
import type { Outcome } from '../../../base/fetch/outcome.ts';
import type { Figures } from '../../../domain/metrics/catalogue.ts';
import { emfLine } from './emf.ts';
import type { Meter } from './meter.ts';

/** What the log says of a visit. */
export interface LoggedVisit {
  readonly url: string;
  readonly outcome: Outcome;
  readonly status: number;
  readonly bytes: number;
  readonly elapsedMs: number;
}

export interface ReturnedTicket {
  readonly messageId: string;
  readonly group: string;
  readonly error: unknown;
}

export interface FunctionLogOptions {
  readonly stack: string;
  /** `dispatch`, `harvest`, … */
  readonly name: string;
  /** Counts what AWS bills; `invocation` writes the counts and resets them. */
  readonly meter: Meter;
  /** Writes a line; by default to standard output without the console, whose prefix would hide metrics from CloudWatch. */
  readonly write?: (line: string) => void;
  /** Hears of the metrics of an invocation, too. */
  readonly also?: (metrics: Figures) => void;
  /** One visit out of this many gets a line, 100 by default; failed visits always do. */
  readonly sample?: number;
}

/** A function's log: JSON lines, each with a stable `event`. Never a body or a cookie. */
export class FunctionLog {
  readonly #options: FunctionLogOptions;
  readonly #write: (line: string) => void;
  #visits = 0;

  constructor(options: FunctionLogOptions) {
    this.#options = options;
    this.#write = options.write ?? ((line) => void process.stdout.write(`${line}\n`));
  }

  /** Writes the one line of an invocation that ended well: its metrics, and properties to search for. */
  invocation(at: number, metrics: Figures, properties: object = {}): void {
    const { stack, name, meter, also } = this.#options;
    also?.(metrics);
    const billed = meter.snapshot();
    meter.reset();
    this.#write(emfLine({ stack, name, at, metrics, properties: { ...properties, billed } }));
  }

  visit(job: string, host: string, { outcome, ...visit }: LoggedVisit): void {
    this.#visits += 1;
    const failed = outcome.kind === 'failed';
    if (!failed && this.#visits % (this.#options.sample ?? 100) !== 1) return;
    const why = failed ? { reason: outcome.reason, detail: outcome.detail } : {};
    this.#event('page', { job, host, ...visit, outcome: outcome.kind, ...why });
  }

  /** Writes a ticket that goes back to the queue. A bound function, so that it can be passed as a callback. */
  readonly returned = ({ error, ...ticket }: ReturnedTicket): void => {
    this.#event('ticket-failed', { ...ticket, ...errorFields(error) });
  };

  /** Writes the jobs that paused at a stop rule or a budget. */
  paused(jobs: readonly { readonly job: string; readonly reason: string }[]): void {
    for (const one of jobs) this.#event('job-paused', one);
  }

  /** Writes the counts that could not be stored; the work that they count is done. */
  lost(counts: readonly { readonly what: string; readonly error: unknown }[]): void {
    for (const { what, error } of counts) this.#event('count-lost', { what, ...errorFields(error) });
  }

  /** Writes the jobs for which some work of a round failed; the round went on. */
  failedJobs(
    jobs: readonly { readonly job: string; readonly work: string; readonly error: unknown }[],
  ): void {
    for (const { error, ...one } of jobs) this.#event('job-failed', { ...one, ...errorFields(error) });
  }

  /** Writes the error of a failed invocation. */
  error(error: unknown, requestId: string): void {
    this.#event('error', { requestId, ...errorFields(error) });
  }

  #event(event: string, fields: object): void {
    const { stack, name } = this.#options;
    this.#write(JSON.stringify({ event, stack, function: name, ...fields }));
  }
}

/** An error with its causes, as searchable fields. */
function errorFields(error: unknown): object {
  const causes: string[] = [];
  let cause = error instanceof Error ? error.cause : undefined;
  for (; cause instanceof Error && causes.length < 5; cause = cause.cause) causes.push(String(cause));
  if (!(error instanceof Error)) return { code: 'internal', message: String(error) };
  return {
    code: error instanceof WinnowError ? error.code : 'internal',
    message: error.message,
    ...(causes.length > 0 && { causes }),
    trace: error.stack,
  };
}
