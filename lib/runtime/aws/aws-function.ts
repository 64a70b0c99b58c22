import type { CallDeadline } from '../../adapters/aws/clients/sdk-client.ts';
import { FunctionLog } from '../../adapters/aws/metering/function-log.ts';
import { unitsOf } from '../../adapters/aws/metering/price.ts';
import { openTelemetry } from '../../capabilities/telemetry/around.ts';
import { type Environment, needed, readEnvironment } from '../../config/stack/environment.ts';
import type { AnyFunctionName } from '../../config/stack/names.ts';
import { addUnits, type CostUnits, nanoDollarsOf } from '../../domain/cost/units.ts';
import type { Figures } from '../../domain/metrics/catalogue.ts';
import { isolateJobs } from '../../pipeline/job/isolate-jobs.ts';
import { openBestEffort } from '../../pipeline/supervise/best-effort.ts';
import { countCost as countCostOf } from '../../pipeline/supervise/supervise.ts';
import { type AwsRuntime, awsRuntime, type TurnAdapters } from './aws-ports.ts';

export interface FunctionRuntime extends AwsRuntime {
  readonly log: FunctionLog;
  readonly environment: Environment;
  /** What AWS bills so far for an invocation that began at `began` (monotonic ms). */
  readonly billed: (began: number) => CostUnits;
  /** The same in billionths of a dollar, by list prices. */
  readonly nanoDollars: (began: number) => number;
  /**
   * Adds what an invocation that serves all jobs costs to their costs (`countCost` of lib/pipeline). Several invocations
   * are counted together, so that counting costs less than the counted work. When the process ends, what was not counted
   * yet is lost.
   * @param busy whether the invocation had anything to do
   */
  readonly countCost: (began: number, busy: boolean) => Promise<void>;
  /** Middleware for middy: requests to AWS end before the invocation does, and errors are logged. */
  readonly around: Around;
}

interface Invocation {
  readonly context: { getRemainingTimeInMillis(): number };
}

export interface Around extends ReturnType<typeof logErrors> {
  readonly before: (request: Invocation) => void;
}

/** Time kept at the end of an invocation for its answer: without an answer all tickets of the batch come again. */
const marginMs = 1_000;

/** @param log gets the errors */
export function aroundInvocation(deadline: CallDeadline, log: FunctionLog): Around {
  const before = ({ context }: Invocation): void =>
    deadline.set(performance.now() + context.getRemainingTimeInMillis() - marginMs);
  return { before, ...logErrors(log) };
}

/** The longest time that counting costs may take. */
const countMs = 10_000;
/** How long invocations of a process are counted together: those that do something, and those that find nothing to do. */
const countEveryMs = { busy: 300_000, idle: 3_600_000 };

/** Opens what a Lambda works with, by its environment: once per process, at its start. */
export function functionRuntime(name: AnyFunctionName, turns?: TurnAdapters): FunctionRuntime {
  const environment = readEnvironment();
  const runtime = awsRuntime(environment, turns);
  const { clock } = runtime.stores;
  const { meter } = runtime;
  const also = async (metrics: Figures) => (await openTelemetry())?.addFigures(metrics);
  const log = new FunctionLog({ stack: needed(environment, 'stack'), name, meter, also });
  const billed = (began: number): CostUnits =>
    unitsOf(runtime.meter.snapshot(), {
      elapsedMs: clock.monotonic() - began,
      memoryMb: environment.memoryMb ?? 0,
    });
  let pending: CostUnits = {};
  let countedAt = Number.NEGATIVE_INFINITY;
  async function countCost(began: number, busy: boolean): Promise<void> {
    pending = addUnits(pending, billed(began));
    if (clock.now() - countedAt < (busy ? countEveryMs.busy : countEveryMs.idle)) return;
    const units = pending;
    pending = {};
    countedAt = clock.now();
    const isolation = isolateJobs();
    // The work is done, whether its cost can be stored or not.
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

interface FailedRequest {
  readonly error: unknown;
  readonly context: { readonly awsRequestId: string };
}

/** Middleware for middy: logs why an invocation failed. The invocation fails all the same. */
function logErrors(log: FunctionLog): { readonly onError: (request: FailedRequest) => void } {
  return { onError: ({ error, context }) => log.error(error, context.awsRequestId) };
}
