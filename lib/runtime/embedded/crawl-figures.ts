import { partCounters } from '../../capabilities/declared.ts';
import { openTelemetry } from '../../capabilities/telemetry/around.ts';
import type { Figures } from '../../domain/metrics/catalogue.ts';
import { jobFigures } from '../../pipeline/report/job-figures.ts';
import type { Status } from '../../pipeline/report/reports.ts';
import { addFigures, turnFigures } from '../../pipeline/supervise/turn-figures.ts';
import type { TurnReport } from '../../pipeline/turn/turn-report.ts';

/** Has the meters of this program, if it has any, read the figures of a crawl until its end. */
export async function openFigures(job: string, status: () => Promise<Status>) {
  const telemetry = await openTelemetry();
  let counted: Figures = {};
  const close = telemetry?.observeFigures(job, async () => ({ ...counted, ...jobFigures(await status()) }));
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
