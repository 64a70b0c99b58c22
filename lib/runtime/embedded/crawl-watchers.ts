import type { Report } from '../../domain/report/report.ts';
import { openReporter, type ReportPorts } from '../../pipeline/report/report.ts';
import type { VisitSeen } from '../../pipeline/turn/turn.ts';
import type { Job } from '../../ports/jobs.ts';
import type { LoopOptions } from './crawl-parts.ts';

interface Watcher extends Required<Pick<LoopOptions, 'onTurn'>> {
  /** Called for each page when its visit ends, or soon after, and before its turn ends. */
  readonly onVisit: (visit: VisitSeen) => void;
}

/** Passes turns and visits on to all watchers, whichever crawl of this process runs them. */
export interface CrawlWatchers extends Watcher {
  add(watcher: Watcher): void;
  delete(watcher: Watcher): void;
}

export function crawlWatchers(): CrawlWatchers {
  const all = new Set<Watcher>();
  return {
    add: (one) => void all.add(one),
    delete: (one) => void all.delete(one),
    onTurn(report) {
      for (const one of all) one.onTurn(report);
    },
    onVisit(visit) {
      for (const one of all) one.onVisit(visit);
    },
  };
}

/** Makes reports of the jobs of one machine; a worker's reports include the CPU time of its process. */
export function localReports(
  ports: ReportPorts,
  jobOf: (name: string) => Promise<Job>,
  isWorker: boolean,
): (name: string) => Promise<{ readonly report: Report }> {
  const { make } = openReporter(ports);
  return async (name) => {
    const report = await make(await jobOf(name));
    if (!isWorker) return { report };
    const { user, system } = process.cpuUsage();
    return { report: { ...report, cpuMs: (user + system) / 1_000 } };
  };
}
