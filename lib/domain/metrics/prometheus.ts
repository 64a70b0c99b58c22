import type { Figures, MetricName } from './catalogue.ts';
import { type Catalogue, prometheusName } from './catalogue.ts';

/**
 * Figures of one job in the text format of Prometheus (exposition format 0.0.4), in the order of the catalogue.
 * @param sinks figures of each sink by its name, which stand in place of those of the job
 */
export function prometheusText(
  job: string,
  figures: Figures,
  catalogue: Catalogue,
  sinks: Readonly<Record<string, Figures>> = {},
): string {
  const labelled = Object.entries(sinks).map(([sink, one]) => ({ labels: `,sink="${sink}"`, figures: one }));
  return Object.entries(catalogue)
    .flatMap(([name, facts]) => {
      const has = ({ figures: one }: { readonly figures: Figures }) => one[name as MetricName] !== undefined;
      const ofSinks = labelled.filter(has);
      const series = ofSinks.length > 0 ? ofSinks : [{ labels: '', figures }].filter(has);
      if (series.length === 0) return [];
      const called = prometheusName(name, facts);
      const values = series.map(
        ({ labels, figures: one }) => `${called}{job="${job}"${labels}} ${one[name as MetricName]}`,
      );
      return [`# HELP ${called} ${facts.what}`, `# TYPE ${called} ${facts.kind}`, ...values];
    })
    .map((line) => `${line}\n`)
    .join('');
}
