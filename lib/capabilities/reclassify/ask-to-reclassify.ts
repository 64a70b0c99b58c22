import { defined } from '../../base/defined.ts';
import type { JudgeOptions } from '../../domain/orders/judge-order.ts';
import { endReplaced } from '../../pipeline/job/command-parts.ts';
import { changeJob } from '../../pipeline/job/open-job.ts';
import { noteReclassified } from '../../pipeline/job/topic-change.ts';
import type { Job, Reclassification } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';

/**
 * Has the present topic applied to all pages of a job. A pass that is under way begins again. `tellToJudge` does the work.
 * @param request the command that asks for it
 */
export async function askToReclassify(
  ports: Pick<Ports, 'jobs' | 'commands' | 'clock' | 'entropy'>,
  name: string,
  options: JudgeOptions,
  request?: string,
): Promise<Job> {
  let before: Reclassification | undefined;
  const next = await changeJob(ports, name, (job) => {
    before = job.judge;
    return {
      ...job,
      judge: { id: ports.entropy.id(), options, ...defined({ request }) },
    };
  });
  await endReplaced(ports, name, before, next.judge);
  if (options.classes === undefined) await noteReclassified(ports, name);
  return next;
}
