import type { Figures, MetricName } from './catalogue.ts';
import { type Catalogue, prometheusName } from './catalogue.ts';

/** Figures of one job in the text format of Prometheus (exposition format 0.0.4), in the order of the catalogue. */
export function prometheusText(job: string, figures: Figures, catalogue: Catalogue): string {
  return Object.entries(catalogue)
    .flatMap(([name, facts]) => {
      const value = figures[name as MetricName];
      if (value === undefined) return [];
      const called = prometheusName(name, facts);
      return [
        `# HELP ${called} ${facts.what}`,
        `# TYPE ${called} ${facts.kind}`,
        `${called}{job="${job}"} ${value}`,
      ];
    })
    .map((line) => `${line}\n`)
    .join('');
}
