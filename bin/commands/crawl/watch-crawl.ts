import type { Figures } from '../../../lib/domain/metrics/metric-units.ts';
import { prometheusText } from '../../../lib/domain/metrics/prometheus.ts';
import { jobFigures } from '../../../lib/pipeline/report/job-figures.ts';
import { addFigures, turnFigures } from '../../../lib/pipeline/supervise/turn-figures.ts';
import type { TurnReport } from '../../../lib/runtime/shared/installation.ts';
import type { Io } from '../../io.ts';
import type { LocalTarget } from '../base/context.ts';

/** What only the process that crawls can count of metrics. */
export interface CountedTurns {
  add(report: TurnReport): void;
  figures(): Figures;
}

export function countingTurns(): CountedTurns {
  let sum: Figures = {};
  return {
    add(report) {
      sum = addFigures(sum, turnFigures([report]));
    },
    figures: () => sum,
  };
}

/** Serves the report and the metrics of a crawl that runs on this machine, at `port` or a free one near it, and says where. */
export async function watchCrawl(
  { installation, job }: LocalTarget,
  turns: CountedTurns,
  io: Io,
  port?: number,
): Promise<{ close(): Promise<void> }> {
  const { serveReport } = await import('../../../lib/runtime/embedded/report-server.ts');
  const server = await serveReport({
    report: async () => (await installation.report(job)).report,
    // What is stored counts from the beginning of the job, what is not from that of this crawl.
    metrics: async () =>
      prometheusText(job, { ...turns.figures(), ...jobFigures(await installation.status(job)) }),
    ...(port === undefined ? {} : { port }),
  });
  io.err(`Watch it at ${server.url}\n`);
  return server;
}
