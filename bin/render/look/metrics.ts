import { formatNumber } from '../../../lib/base/quantity.ts';
import { metricNames, metrics } from '../../../lib/capabilities/metrics.ts';
import type { Figures } from '../../../lib/domain/metrics/catalogue.ts';
import { table } from '../base/table.ts';

/** Metrics with what they are, in the order of the catalogue. */
export function renderFigures(figures: Figures): string {
  const known = metricNames.flatMap((name) => {
    const value = figures[name];
    return value === undefined ? [] : [{ name, value }];
  });
  return table(
    [
      { title: 'metric', cell: ({ name }) => name },
      {
        title: 'value',
        right: true,
        cell: ({ name, value }) =>
          metrics[name].unit === 'None' ? value.toFixed(4) : formatNumber(Math.round(value)),
      },
      { title: '', cell: ({ name }) => metrics[name].what },
    ],
    known,
  );
}
