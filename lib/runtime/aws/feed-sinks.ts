import { defined } from '../../base/defined.ts';
import { WinnowError } from '../../base/error.ts';
import { sinkTypes } from '../../capabilities/sink-types.ts';
import type { Figures } from '../../domain/metrics/catalogue.ts';
import { endRound } from '../../pipeline/job/isolate-jobs.ts';
import { type FedSink, type FeedingParts, feedSinks } from '../../pipeline/sinks/follow-sinks.ts';
import type { SinkType } from '../../pipeline/sinks/sink.ts';
import { figuresOfSinks, lagOf } from '../../pipeline/sinks/sink-figures.ts';
import { reportOf } from '../../pipeline/sinks/sink-report.ts';
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
  const each = await Promise.all(fed.map((one) => figuresOf(stores, one)));
  await runtime.countCost(began, fed.length > 0);
  log.failedJobs(failed);
  const named = each.map((figures, at) => ({ job: fed[at]?.job, sink: fed[at]?.sink.name, ...figures }));
  const told = named.filter(({ job: _, sink: __, ...figures }) =>
    Object.values(figures).some((one) => one > 0),
  );
  log.invocation(clock.now(), figuresOfSinks(each), { ...slice, told });
  return endRound({ ...slice, failed });
}

/** What a slice did for a sink, and how far behind it is; of one that has caught up nothing more is read. */
async function figuresOf(
  stores: FeedingParts['ports'],
  { job, sink, step, counts }: FedSink,
): Promise<Figures> {
  const isFed = step?.kind === 'caught-up';
  const lag = isFed ? 0 : lagOf(await reportOf(stores, job, sink), stores.clock.now());
  return {
    SinkLagSeconds: Math.round(lag / 1_000),
    PushedChanges: counts.pushed,
    RefusedChanges: counts.refused,
  };
}

/** The type of sinks of a name, on a stack. @throws WinnowError `config` */
async function stackSinkType(name: string): Promise<SinkType<unknown>> {
  const load = sinkTypes.get(name)?.load;
  if (load === undefined)
    throw new WinnowError('config', `a sink of the type ${name} needs files of one machine: no stack has it`);
  return await load();
}
