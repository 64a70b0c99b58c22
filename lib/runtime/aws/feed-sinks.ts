import { WinnowError } from '../../base/error.ts';
import { sinkTypes } from '../../capabilities/sink-types.ts';
import { type FeedingParts, feedSinks, sinksOf } from '../../pipeline/sinks/follow-sinks.ts';
import type { SinkType } from '../../pipeline/sinks/sink.ts';
import { openTargetWeb } from '../shared/target-web.ts';
import type { FunctionRuntime } from './aws-function.ts';
import { awsSecrets } from './aws-secrets.ts';

/** No other batch is begun after this time: the next minute's call goes on. */
const sliceMs = 50_000;

/** Pushes what is left to the sinks of all jobs of a stack, in a slice. */
export async function feedStackSinks(runtime: FunctionRuntime): Promise<object> {
  const { stores, environment, log } = runtime;
  const { clock } = stores;
  const began = clock.monotonic();
  const secrets = awsSecrets(environment, runtime);
  const parts: FeedingParts = {
    ...{ ports: stores, isOrdered: false, typeOf: stackSinkType, openWeb: openTargetWeb },
    secret: (name) => secrets.secret(name),
  };
  await feedSinks(parts, { endBy: began + sliceMs, signal: new AbortController().signal });
  const sinks = (await sinksOf(stores)).length;
  await runtime.countCost(began, sinks > 0);
  log.invocation(clock.now(), {}, { sinks });
  return { sinks };
}

/** The type of sinks of a name, on a stack. @throws WinnowError `config` */
async function stackSinkType(name: string): Promise<SinkType<unknown>> {
  const load = sinkTypes.get(name)?.load;
  if (load === undefined)
    throw new WinnowError('config', `a sink of the type ${name} needs files of one machine: no stack has it`);
  return await load();
}
