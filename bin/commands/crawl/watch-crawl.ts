import { partCounters } from '../../../lib/capabilities/declared.ts';
import { metrics } from '../../../lib/capabilities/metrics.ts';
import type { Figures } from '../../../lib/domain/metrics/catalogue.ts';
import { prometheusText } from '../../../lib/domain/metrics/prometheus.ts';
import { readMetrics } from '../../../lib/pipeline/sinks/sink-figures.ts';
import { addFigures, turnFigures } from '../../../lib/pipeline/supervise/turn-figures.ts';
import type { TurnReport } from '../../../lib/runtime/shared/installation.ts';
import type { Io } from '../../io.ts';
import type { LocalTarget } from '../base/context.ts';

/** Metrics that only the crawling process can count. */
export interface TurnCounter {
  add(report: TurnReport): void;
  figures(): Figures;
}

export function openTurnCounter(): TurnCounter {
  let sum: Figures = {};
  return {
    add(report) {
      sum = addFigures(sum, turnFigures([report], partCounters));
    },
    figures: () => sum,
  };
}

/** Serves report and metrics of a crawl on this machine, at `port` or a free port near it, and prints the address. */
export async function watchCrawl(
  { installation, job }: LocalTarget,
  turns: TurnCounter,
  io: Io,
  port?: number,
): Promise<{ close(): Promise<void> }> {
  const { serveReport } = await import('../../../lib/runtime/embedded/report-server.ts');
  const server = await serveReport({
    report: async () => (await installation.report(job)).report,
    // Stored metrics count from the start of the job, metrics of turns from the start of this crawl.
    metrics: async () => {
      const stored = await readMetrics(installation.place, job);
      return prometheusText(job, { ...turns.figures(), ...stored.metrics }, metrics, stored.sinks);
    },
    ...(port === undefined ? {} : { port }),
  });
  io.err(`Watch the crawl at ${server.url}\n`);
  return server;
}
