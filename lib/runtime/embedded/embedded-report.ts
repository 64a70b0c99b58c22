import { join } from 'node:path';
import type { Report } from '../../domain/report/report.ts';
import { openReporter, type ReportPorts } from '../../pipeline/report/report.ts';
import type { Job } from '../../ports/jobs.ts';
import type { CrawlReport } from '../shared/installation.ts';

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
