import { byName } from '../../base/by-name.ts';

/** Units of CloudWatch metrics that we use; `None` for dollars. */
export type MetricUnit = 'Count' | 'Bytes' | 'Seconds' | 'None';

const units = byName<MetricUnit>({
  Bytes: 'Bytes',
  DueLagSeconds: 'Seconds',
  SinkLagSeconds: 'Seconds',
  Dollars: 'None',
});

/** The unit of a metric (`catalogue.ts` says what it is); apart, since this is all that a function needs of them. */
export function unitOf(metric: string): MetricUnit {
  return units.get(metric) ?? 'Count';
}
