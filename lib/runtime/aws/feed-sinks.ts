import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import { sinkTypes } from '../../capabilities/sink-types.ts';
import { endRound } from '../../pipeline/job/isolate-jobs.ts';
import { type FeedingParts, feedSinks } from '../../pipeline/sinks/follow-sinks.ts';
import type { SinkType } from '../../pipeline/sinks/sink.ts';
import { openTargetWeb } from '../shared/target-web.ts';
import type { FunctionRuntime } from './aws-function.ts';
import { awsSecrets } from './aws-secrets.ts';

/** No other batch is begun after this time: the next minute's call goes on. */
const sliceMs = 50_000;

/** What came of a slice. */
export interface FedSlice {
  readonly sinks: number;
  /** Sinks whose time was over first. */
  readonly left: number;
}

/**
 * Pushes what is left to the sinks of all jobs of a stack, in a slice.
 * @param event names the one job to do it for; of schedules it names none
 */
export async function feedStackSinks(runtime: FunctionRuntime, event: unknown): Promise<FedSlice> {
  const { stores, environment, log } = runtime;
  const { clock } = stores;
  const began = clock.monotonic();
  const secrets = awsSecrets(environment, runtime);
  const parts: FeedingParts = {
    ...{ ports: stores, isOrdered: false, typeOf: stackSinkType, openWeb: openTargetWeb },
    secret: (name) => secrets.secret(name),
  };
  const { job } = (event ?? {}) as { readonly job?: unknown };
  const only = typeof job === 'string' ? job : undefined;
  const { signal } = new AbortController();
  const { fed, failed } = await feedSinks(parts, { ...defined({ only }), endBy: began + sliceMs, signal });
  const slice = { sinks: fed.length, left: fed.filter(({ step }) => step?.kind === 'more').length };
  await runtime.countCost(began, fed.length > 0);
  log.failedJobs(failed);
  log.invocation(clock.now(), {}, slice);
  return endRound({ ...slice, failed });
}

/** The type of sinks of a name, on a stack. @throws WinnowError `config` */
async function stackSinkType(name: string): Promise<SinkType<unknown>> {
  const load = sinkTypes.get(name)?.load;
  if (load === undefined)
    throw new WinnowError('config', `a sink of the type ${name} needs files of one machine: no stack has it`);
  return await load();
}
