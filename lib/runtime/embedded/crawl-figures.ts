import { partCounters } from '../../capabilities/declared.ts';
import { openTelemetry } from '../../capabilities/telemetry/around.ts';
import type { Figures } from '../../domain/metrics/catalogue.ts';
import { readMetrics } from '../../pipeline/sinks/sink-figures.ts';
import { addFigures, turnFigures } from '../../pipeline/supervise/turn-figures.ts';
import type { TurnReport } from '../../pipeline/turn/turn-report.ts';

/** Has the meters of this program, if it has any, read the figures of a crawl until its end. */
export async function openFigures(job: string, place: Parameters<typeof readMetrics>[0]) {
  const telemetry = await openTelemetry();
  let counted: Figures = {};
  const close = telemetry?.observeFigures(job, async () => ({
    ...counted,
    ...(await readMetrics(place, job)).metrics,
  }));
  return {
    turn(report: TurnReport): void {
      counted = addFigures(counted, turnFigures([report], partCounters));
    },
    async end(): Promise<void> {
      await telemetry?.flush();
      close?.();
    },
  };
}
