import { FunctionLog } from '../adapters/aws/function-log.ts';
import { nanoDollars as priceOf } from '../adapters/aws/price.ts';
import { type Environment, needed, readEnvironment } from '../config/environment.ts';
import type { FunctionName } from '../config/names.ts';
import { countCost as countCostOf } from '../pipeline/supervise.ts';
import { type AwsRuntime, awsRuntime } from './aws-ports.ts';

export interface FunctionRuntime extends AwsRuntime {
  readonly log: FunctionLog;
  readonly environment: Environment;
  /** What AWS bills for an invocation that began then (monotonic ms), so far. */
  readonly nanoDollars: (began: number) => number;
  /** Puts it down to the jobs, where it is spent on them all (`countCost`). */
  readonly countCost: (began: number) => Promise<void>;
}

/** What a Lambda works with, by its environment: opened once per process, while it starts. */
export function functionRuntime(name: FunctionName): FunctionRuntime {
  const environment = readEnvironment();
  const runtime = awsRuntime(environment);
  const log = new FunctionLog({ stack: needed(environment, 'stack'), name, meter: runtime.meter });
  const nanoDollars = (began: number): number =>
    priceOf(runtime.meter.snapshot(), {
      elapsedMs: runtime.stores.clock.monotonic() - began,
      memoryMb: environment.memoryMb ?? 0,
    });
  const countCost = (began: number): Promise<void> => countCostOf(runtime.stores, nanoDollars(began));
  return { ...runtime, log, environment, nanoDollars, countCost };
}
