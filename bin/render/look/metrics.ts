import { formatNumber } from '../../../lib/base/quantity.ts';
import { metrics } from '../../../lib/capabilities/metrics.ts';
import type { Figures, MetricName } from '../../../lib/domain/metrics/catalogue.ts';
import { table } from '../base/table.ts';

/** Metrics with what they are, in the order of the catalogue. */
export function renderFigures(figures: Figures): string {
  const known = Object.entries(metrics).flatMap(([name, { unit, what }]) => {
    const value = figures[name as MetricName];
    return value === undefined ? [] : [{ name, unit, what, value }];
  });
  return table(
    [
      { title: 'metric', cell: ({ name }) => name },
      {
        title: 'value',
        right: true,
        cell: ({ unit, value }) => (unit === 'None' ? value.toFixed(4) : formatNumber(Math.round(value))),
      },
      { title: '', cell: ({ what }) => what },
    ],
    known,
  );
}
