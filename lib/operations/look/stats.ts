import { formatCount, formatNumber } from '../../base/quantity.ts';
import { metrics as catalogue } from '../../capabilities/metrics.ts';
import type { MetricName } from '../../domain/metrics/catalogue.ts';
import { prometheusText } from '../../domain/metrics/prometheus.ts';
import { flag } from '../../pipeline/operation/input.ts';
import { operation } from '../../pipeline/operation/operation.ts';
import { note, table, type ViewBlock, type ViewColumn } from '../../pipeline/operation/view.ts';
import { statistics } from '../../pipeline/report/statistics.ts';
import { readMetrics } from '../../pipeline/sinks/sink-figures.ts';
import type { CollectionStatistics } from '../../topic/judge.ts';

type ClassRow = CollectionStatistics['classes'][number];
type TermRow = NonNullable<CollectionStatistics['terms']>[number];

/** The records of each class, and on request the hits of each term. Reads the whole collection. */
export const stats = operation({
  about: 'job',
  input: {
    classes: flag('count the records of each class (the default)'),
    terms: flag('count the hits of each term of the present topic definition'),
  },
  effect: 'reads',
  run: async ({ ports, of, settings }, { terms }) =>
    statistics(ports, of.name, await settings(of.name), { terms }),
  view({ records, unjudged, unclassified, classes, terms = [] }, { input }) {
    const without = unjudged === 0 ? '' : `, ${formatNumber(unjudged)} of them without a verdict`;
    const bare = unclassified === 0 ? '' : `, ${formatNumber(unclassified)} in no class`;
    return [
      [note(`${formatCount(records, 'record')}${without}${bare}`)],
      input.classes || !input.terms ? [classTable(classes)] : [],
      input.terms ? termTable(terms) : [],
    ];
  },
});

function classTable(classes: readonly ClassRow[]): ViewBlock {
  if (classes.length === 0)
    return note('no record has a class: the job has no topic, or nothing was crawled with it');
  const hasLevels = classes.some(({ records, within }) => within !== records);
  const hasLabels = classes.some(({ label }) => label !== undefined);
  return table<ClassRow>(
    [
      { title: 'class', width: 60, value: 'id' },
      ...(hasLabels ? [{ title: 'label', width: 40, value: ({ label }: ClassRow) => label }] : []),
      { title: 'records', unit: 'count', value: 'records' },
      ...(hasLevels
        ? [{ title: 'with those below', unit: 'count' as const, value: ({ within }: ClassRow) => within }]
        : []),
      { title: 'as the best', unit: 'count', value: 'best' },
    ],
    classes,
  );
}

function termTable(terms: readonly TermRow[]): readonly ViewBlock[] {
  const hit = terms.filter(({ hits }) => hits > 0);
  if (terms.length === 0) return [note('the job has no topic definition')];
  const several = new Set(terms.map(({ filter }) => filter)).size > 1;
  const rows = table<TermRow>(
    [
      ...(several ? [{ title: 'filter', width: 20, value: ({ filter }: TermRow) => filter }] : []),
      { title: 'line', unit: 'number', value: 'line' },
      { title: 'term', width: 50, value: 'term' },
      { title: 'hits', unit: 'count', value: 'hits' },
      { title: 'records', unit: 'count', value: 'records' },
      { title: 'classes', width: 30, value: ({ classes }) => classes.join(', ') },
    ],
    hit,
  );
  const idle = terms.length - hit.length;
  return idle === 0 ? [rows] : [rows, note(`${formatCount(idle, 'term')} without a hit`)];
}

/** The numbers of a crawl, by the names that what watches it knows. */
export const metrics = operation({
  about: 'job',
  input: {},
  effect: 'reads',
  run: async (place) => ({ job: place.of.name, ...(await readMetrics(place, place.of.name)) }),
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
      write: ({ job, metrics: figures, sinks }) => prometheusText(job, figures, catalogue, sinks),
    },
  },
});
