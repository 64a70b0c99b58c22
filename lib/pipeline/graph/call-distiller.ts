import { WinnowError } from '../../domain/base/error.ts';
import type { Distiller } from '../../ports/graphs.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { distillationOf, putDistilNote } from './distil-note.ts';

/** Calls in a row that may stay without an answer before that is a failure of the job. */
const patience = 3;

/**
 * Calls what distils, elsewhere, for a job that is due, and not again before that had its time. Costs nothing for a job that
 * does not distil, and two reads for one that does.
 * @returns whether it was called
 * @throws WinnowError `config` as long as distilling the job comes to nothing
 */
export async function callDistillerWhenDue(
  ports: Pick<Ports, 'jobs' | 'clock'>,
  distiller: Distiller,
  job: Job,
): Promise<boolean> {
  const known = await distillationOf(ports, job);
  if (known === undefined) return false;
  const { note, due } = known;
  const called = note.called + 1;
  const notBefore = ports.clock.now() + distiller.takesMs;
  const calls =
    due !== undefined && (await putDistilNote(ports, job.name, known, { ...note, called, notBefore }));
  if (calls) await distiller.call(job.name);
  const isUnanswered = (calls ? called : note.called) > patience;
  const unanswered = `it was begun ${patience} times and did not end, for want of memory or time`;
  const problem = note.problem ?? (isUnanswered ? unanswered : undefined);
  if (problem === undefined) return calls;
  throw new WinnowError(
    'config',
    `${job.name} is not distilled: ${problem}. Deploy the stack with a larger memory.distil, or set focus.distill to 0`,
  );
}
