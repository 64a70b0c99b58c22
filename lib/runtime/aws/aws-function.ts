import type { CallDeadline } from '../../adapters/aws/clients/sdk-client.ts';
import { FunctionLog } from '../../adapters/aws/metering/function-log.ts';
import { logErrors } from '../../adapters/aws/metering/log-errors.ts';
import { unitsOf } from '../../adapters/aws/metering/price.ts';
import { type Environment, needed, readEnvironment } from '../../config/stack/environment.ts';
import type { FunctionName } from '../../config/stack/names.ts';
import { addUnits, type CostUnits, nanoDollarsOf } from '../../domain/cost/units.ts';
import { isolateJobs } from '../../pipeline/job/isolate-jobs.ts';
import { openBestEffort } from '../../pipeline/supervise/best-effort.ts';
import { countCost as countCostOf } from '../../pipeline/supervise/supervise.ts';
import { type AwsRuntime, awsRuntime } from './aws-ports.ts';

export interface FunctionRuntime extends AwsRuntime {
  readonly log: FunctionLog;
  readonly environment: Environment;
  /** What AWS bills for an invocation that began then (monotonic ms), so far. */
  readonly billed: (began: number) => CostUnits;
  /** The same in billionths of a dollar, by list prices. */
  readonly nanoDollars: (began: number) => number;
  /**
   * Puts it down to the jobs, where it is spent on them all (`countCost`); not at once, so that counting costs less than what
   * is counted. What a process has yet to put down when it ends is counted for nothing.
   * @param busy whether there was anything to do
   */
  readonly countCost: (began: number, busy: boolean) => Promise<void>;
  /** Middleware for middy: requests to AWS end before the invocation does, and what it fails with is written down. */
  readonly around: Around;
}

interface Invocation {
  readonly context: { getRemainingTimeInMillis(): number };
}

export interface Around extends ReturnType<typeof logErrors> {
  readonly before: (request: Invocation) => void;
}

/** What is left of an invocation's time to say what came of it: a batch that is ended without a word is given back whole. */
const marginMs = 1_000;

/** @param log takes the errors */
export function aroundInvocation(deadline: CallDeadline, log: FunctionLog): Around {
  const before = ({ context }: Invocation): void =>
    deadline.set(performance.now() + context.getRemainingTimeInMillis() - marginMs);
  return { before, ...logErrors(log) };
}

/** How long putting it down may take. */
const countMs = 10_000;
/** Invocations of a process that does something are counted together for so long, and those of one that finds nothing to do. */
const countEveryMs = { busy: 300_000, idle: 3_600_000 };

/** What a Lambda works with, by its environment: opened once per process, while it starts. */
export function functionRuntime(name: FunctionName): FunctionRuntime {
  const environment = readEnvironment();
  const runtime = awsRuntime(environment);
  const { clock } = runtime.stores;
  const log = new FunctionLog({ stack: needed(environment, 'stack'), name, meter: runtime.meter });
  const billed = (began: number): CostUnits =>
    unitsOf(runtime.meter.snapshot(), {
      elapsedMs: clock.monotonic() - began,
      memoryMb: environment.memoryMb ?? 0,
    });
  let pending: CostUnits = {};
  let countedAt = Number.NEGATIVE_INFINITY;
  async function countCost(began: number, busy: boolean): Promise<void> {
    pending = addUnits(pending, billed(began));
    if (clock.monotonic() - countedAt < (busy ? countEveryMs.busy : countEveryMs.idle)) return;
    const units = pending;
    pending = {};
    countedAt = clock.monotonic();
    const isolation = isolateJobs();
    // What was done is done, whether its cost is put down or not.
    const { keep, lost } = openBestEffort(clock, clock.monotonic() + countMs);
    const paused = await keep('cost of the function', () => countCostOf(runtime.stores, units, isolation));
    log.paused(paused ?? []);
    log.lost(lost);
    log.failedJobs(isolation.failed);
  }
  const nanoDollars = (began: number): number => nanoDollarsOf(billed(began));
  const around = aroundInvocation(runtime.deadline, log);
  return { ...runtime, log, environment, billed, nanoDollars, countCost, around };
}
