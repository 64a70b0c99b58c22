import type { Report } from '../../domain/report/report.ts';
import { openReporter, type ReportPorts } from '../../pipeline/report/report.ts';
import type { Job } from '../../ports/jobs.ts';

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
