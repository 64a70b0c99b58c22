import { formatNumber } from '../../base/quantity.ts';
import { metrics as catalogue } from '../../capabilities/metrics.ts';
import type { MetricName } from '../../domain/metrics/catalogue.ts';
import { prometheusText } from '../../domain/metrics/prometheus.ts';
import { operation } from '../../pipeline/operation/operation.ts';
import { table, type ViewColumn } from '../../pipeline/operation/view.ts';
import { jobFigures } from '../../pipeline/report/job-figures.ts';

/** The numbers of a crawl, by the names that what watches it knows. */
export const metrics = operation({
  about: 'job',
  input: {},
  effect: 'reads',
  run: async ({ of, status: read }) => ({ job: of.name, metrics: jobFigures(await read(of.name)) }),
  view({ metrics: figures }) {
    const known = Object.entries(catalogue).flatMap(([name, facts]) => {
      const value = figures[name as MetricName];
      return value === undefined ? [] : [{ name, value, ...facts }];
    });
    const columns: readonly ViewColumn<(typeof known)[number]>[] = [
      { title: 'metric', value: 'name' },
      {
        ...{ title: 'value', unit: 'number' },
        value: ({ unit, value }) => (unit === 'None' ? value.toFixed(4) : formatNumber(Math.round(value))),
      },
      { title: '', value: 'what' },
    ];
    return [[table(columns, known)]];
  },
  formats: {
    prometheus: {
      says: 'print metrics in the text format of Prometheus',
      write: ({ job, metrics: figures }) => prometheusText(job, figures, catalogue),
    },
  },
});
