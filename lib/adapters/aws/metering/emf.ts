import { metricDimension, metricNamespace } from '../../../config/stack/names.ts';
import type { Figures } from '../../../domain/metrics/catalogue.ts';
import { unitOf } from '../../../domain/metrics/metric-units.ts';

export interface Invocation {
  readonly stack: string;
  /** `dispatch`, `harvest`, … */
  readonly name: string;
  /** Epoch ms. */
  readonly at: number;
  readonly metrics: Figures;
  /** Further fields that are worth searching for in the log; they cost only their bytes. */
  readonly properties?: Readonly<Record<string, unknown>>;
}

/**
 * One invocation in CloudWatch's embedded metric format, a line of JSON. Its only dimension is the stack: each
 * combination of metric and dimensions is paid by the month, and there may be a million hosts. Zeros are left out, so
 * that a stack at rest pays for no metric. (Embedded metric format specification, 2026-11.)
 */
export function emfLine({ stack, name, at, metrics, properties = {} }: Invocation): string {
  const given = Object.entries(metrics).filter(([, value]) => value !== 0);
  const head = {
    _aws: {
      Timestamp: at,
      CloudWatchMetrics: [
        {
          Namespace: metricNamespace,
          Dimensions: [[metricDimension]],
          Metrics: given.map(([Name]) => ({ Name, Unit: unitOf(Name) })),
        },
      ],
    },
  };
  return JSON.stringify({
    ...properties,
    ...(given.length > 0 && head),
    event: 'invocation',
    stack,
    function: name,
    ...Object.fromEntries(given),
  });
}
