import { join } from 'node:path';
import { WinnowError } from '../../base/error.ts';
import type { Report } from '../../domain/report/report.ts';
import type { Crawler, CrawlReport } from '../../pipeline/operation/crawler.ts';
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

/** What crawls where people ask for it: one crawl of a job at a time, and none outlives what runs it. */
export function oneCrawlEach(by: () => Crawler): Crawler & {
  /** Ends all crawls, with their running turns. */
  end(): Promise<void>;
} {
  const running = new Map<string, Promise<unknown>>();
  const ending = new AbortController();
  return {
    warmUp: (job, seeds) => by().warmUp(job, seeds),
    startChecks: (job) => by().startChecks(job),
    async crawl(job, options) {
      if (running.has(job))
        throw new WinnowError(
          'locked',
          `job ${job}: this process crawls it already; \`pause\` ends that crawl`,
        );
      const signals = [ending.signal, options.signal].filter((one) => one !== undefined);
      const begun = by().crawl(job, { ...options, signal: AbortSignal.any(signals) });
      const over = begun.then(
        () => running.delete(job),
        () => running.delete(job),
      );
      running.set(job, over);
      return await begun;
    },
    async end() {
      ending.abort();
      await Promise.all(running.values());
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

/** Where a job has what it brought in. */
export function placesOf(dataDir: string, job: string): CrawlReport['places'] {
  return [
    { what: 'documents', path: join(dataDir, 'bundles', job) },
    { what: 'changes', path: join(dataDir, 'changes', job) },
    { what: 'database', path: join(dataDir, 'winnow.db') },
  ];
}
