import { metrics, prometheusName } from './catalogue.ts';
import { type Figures, metricNames } from './metric-units.ts';

/** Figures of one job in the text format of Prometheus (exposition format 0.0.4), in the order of the catalogue. */
export function prometheusText(job: string, figures: Figures): string {
  return metricNames
    .flatMap((name) => {
      const value = figures[name];
      if (value === undefined) return [];
      const called = prometheusName(name);
      return [
        `# HELP ${called} ${metrics[name].what}`,
        `# TYPE ${called} ${metrics[name].kind}`,
        `${called}{job="${job}"} ${value}`,
      ];
    })
    .map((line) => `${line}\n`)
    .join('');
}
