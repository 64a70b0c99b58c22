import { metrics, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { version } from '../../base/version.ts';
import type { Figures, MetricName } from '../../domain/metrics/catalogue.ts';
import { unitOf } from '../../domain/metrics/metric-units.ts';
import type { AroundStep } from '../../pipeline/turn/capability-lists.ts';
import { metrics as catalogue } from '../metrics.ts';
import { described } from './describe-steps.ts';

const tracer = trace.getTracer('winnow', version);

/** Has a step be a span: a child of that of the step which it is within. */
export const spanAround: AroundStep = (step, of, work) => {
  const { begins, ends } = described[step];
  const { name, attributes } = begins(of);
  const kind = step === 'request' ? SpanKind.CLIENT : SpanKind.INTERNAL;
  return tracer.startActiveSpan(name, { kind, attributes }, async (span) => {
    try {
      const came = await work();
      const said = ends(came);
      span.setAttributes(said);
      if (said['error.type'] !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
      return came;
    } catch (error) {
      span.recordException(error as Error);
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
};

const units = { Count: '1', Bytes: 'By', Seconds: 's', None: '{USD}' } as const;
const meter = metrics.getMeter('winnow', version);

/** What a metric is told as: `winnow.due_lag` in seconds. */
function told(name: string) {
  const words = name.replace(/Seconds$/, '').replace(/(?<!^)[A-Z]/g, (letter) => `_${letter}`);
  const { what: description } = catalogue[name as MetricName];
  return [`winnow.${words.toLowerCase()}`, { description, unit: units[unitOf(name)] }] as const;
}

const isCounter = (name: string): boolean => catalogue[name as MetricName].kind === 'counter';

/**
 * Has meters read the figures of a job whenever they are collected. A figure that is not known then is not told.
 * @returns what ends it
 */
export function observeFigures(job: string, read: () => Promise<Figures>): () => void {
  const instruments = Object.keys(catalogue).map((name) => {
    const make = isCounter(name) ? 'createObservableCounter' : 'createObservableGauge';
    return [name as MetricName, meter[make](...told(name))] as const;
  });
  const all = instruments.map(([, instrument]) => instrument);
  const tell: Parameters<typeof meter.addBatchObservableCallback>[0] = async (result) => {
    const figures = await read();
    for (const [name, instrument] of instruments) {
      const { [name]: value } = figures;
      if (value !== undefined) result.observe(instrument, value, { 'winnow.job': job });
    }
  };
  meter.addBatchObservableCallback(tell, all);
  return () => meter.removeBatchObservableCallback(tell, all);
}

/** Tells meters the figures of one invocation. */
export function addFigures(figures: Figures): void {
  for (const [name, value] of Object.entries(figures))
    if (isCounter(name)) meter.createCounter(...told(name)).add(value);
    else meter.createGauge(...told(name)).record(value);
}

/** What a provider may have that the API has not. */
interface Provider {
  getDelegate?(): Provider;
  forceFlush?(): Promise<void>;
}

/** How long the end of a thread waits for its SDK, ms. */
const flushMs = 2_000;

/** Has the SDK send what it has gathered, as far as it can: a thread that ends takes the rest along. */
export async function flush(): Promise<void> {
  const providers = [trace.getTracerProvider(), metrics.getMeterProvider()] as readonly Provider[];
  const sent = providers.map(async (one) => (one.getDelegate?.() ?? one).forceFlush?.());
  const late = new Promise((resolve) => setTimeout(resolve, flushMs).unref());
  await Promise.race([Promise.allSettled(sent), late]);
}
