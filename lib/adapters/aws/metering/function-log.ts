import { WinnowError } from '../../../domain/base/error.ts';
import type { Outcome } from '../../../domain/fetch/outcome.ts';
import type { Figures } from '../../../domain/metrics/metric-units.ts';
import { emfLine } from './emf.ts';
import type { Meter } from './meter.ts';

/** A visit, as far as the log tells of it. */
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
  /** What AWS bills for the invocation goes into its line, and the meter starts anew. */
  readonly meter: Meter;
  /** Takes a line; standard output by default, past the console, whose prefix would hide metrics from CloudWatch. */
  readonly write?: (line: string) => void;
  /** One visit of so many has a line of its own; those that failed always do. */
  readonly sample?: number;
}

/** What a function writes to its log: JSON lines, each with a stable `event`. Never a body or a cookie. */
export class FunctionLog {
  readonly #options: FunctionLogOptions;
  readonly #write: (line: string) => void;
  #visits = 0;

  constructor(options: FunctionLogOptions) {
    this.#options = options;
    this.#write = options.write ?? ((line) => void process.stdout.write(`${line}\n`));
  }

  /** The one line of an invocation that ended well: its metrics, and whatever else is worth searching for. */
  invocation(at: number, metrics: Figures, properties: object = {}): void {
    const { stack, name, meter } = this.#options;
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

  /** A ticket that goes back to the queue. Bound: to be handed on as it is. */
  readonly returned = ({ error, ...ticket }: ReturnedTicket): void => {
    this.#event('ticket-failed', { ...ticket, ...errorFields(error) });
  };

  /** Jobs that have come to the end of a rule or of a budget. */
  paused(jobs: readonly { readonly job: string; readonly reason: string }[]): void {
    for (const one of jobs) this.#event('job-paused', one);
  }

  /** Counts that could not be written; what they count is done. */
  lost(counts: readonly { readonly what: string; readonly error: unknown }[]): void {
    for (const { what, error } of counts) this.#event('count-lost', { what, ...errorFields(error) });
  }

  /** Jobs of which some work broke off while the round went on. */
  failedJobs(
    jobs: readonly { readonly job: string; readonly work: string; readonly error: unknown }[],
  ): void {
    for (const { error, ...one } of jobs) this.#event('job-failed', { ...one, ...errorFields(error) });
  }

  /** An invocation that failed. */
  error(error: unknown, requestId: string): void {
    this.#event('error', { requestId, ...errorFields(error) });
  }

  #event(event: string, fields: object): void {
    const { stack, name } = this.#options;
    this.#write(JSON.stringify({ event, stack, function: name, ...fields }));
  }
}

/** An error with its causes, in fields that can be searched for. */
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
