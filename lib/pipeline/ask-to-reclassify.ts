import type { JudgeOptions } from '../domain/inbox-item.ts';
import type { Job } from '../ports/jobs.ts';
import type { Ports } from '../ports/ports.ts';
import { changeJob } from './open-job.ts';

/** Has the job's present topic applied to all of its pages. A pass that is under way begins again; `tellToJudge` goes on with it. */
export async function askToReclassify(
  ports: Pick<Ports, 'jobs' | 'entropy'>,
  name: string,
  options: JudgeOptions,
): Promise<Job> {
  return await changeJob(ports, name, (job) => ({ ...job, judge: { id: ports.entropy.id(), options } }));
}
