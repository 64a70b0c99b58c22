import type { Report } from '../domain/report/report.ts';
import { openReporter, type ReportPorts } from '../pipeline/report.ts';
import type { Job } from '../ports/jobs.ts';

/** Makes reports of the jobs of one machine; a worker's have the processor time of its process. */
export function localReports(
  ports: ReportPorts,
  isWorker: boolean,
): (job: Job) => Promise<{ readonly report: Report }> {
  const { make } = openReporter(ports);
  return async (job) => {
    const report = await make(job);
    if (!isWorker) return { report };
    const { user, system } = process.cpuUsage();
    return { report: { ...report, cpuMs: (user + system) / 1_000 } };
  };
}
