import { WinnowError } from '../../base/error.ts';
import { analyses, analysisOf, putAnalysisNote } from '../../pipeline/link-graph/analysis-note.ts';
import type { Distiller } from '../../ports/graphs.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';

/** Calls in a row that may stay without an answer before that is a failure of the job. */
const patience = 3;

/**
 * Calls what analyses link graphs, elsewhere, for a job that is due, and not again before that had its time. Costs nothing for
 * a job that wants no analysis, and two reads for each that one wants.
 * @returns whether it was called
 * @throws WinnowError `config` as long as an analysis of the job comes to nothing
 */
export async function callDistillerWhenDue(
  ports: Pick<Ports, 'jobs' | 'clock'>,
  distiller: Distiller,
  job: Job,
): Promise<boolean> {
  const notBefore = ports.clock.now() + distiller.takesMs;
  let calls = false;
  let problem: string | undefined;
  for (const name of analyses) {
    const known = await analysisOf(ports, job, name);
    if (known === undefined) continue;
    const { note, due } = known;
    const called = note.called + 1;
    const isCalled =
      due !== undefined && (await putAnalysisNote(ports, job.name, known, { ...note, called, notBefore }));
    calls ||= isCalled;
    const isUnanswered = (isCalled ? called : note.called) > patience;
    const unanswered = `it was begun ${patience} times and did not end, for want of memory or time`;
    problem ??= note.problem ?? (isUnanswered ? unanswered : undefined);
  }
  if (calls) await distiller.call(job.name);
  if (problem === undefined) return calls;
  throw new WinnowError(
    'config',
    `the links of ${job.name} are not analysed: ${problem}. Deploy the stack with a larger memory.distil, or set focus.distill and links.ranks to 0 and focus.latent to never`,
  );
}
