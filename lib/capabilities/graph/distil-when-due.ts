import {
  type AnalysisOutcome,
  type AnalysisSlice,
  analyseWhenDue,
} from '../../pipeline/link-graph/analyse-when-due.ts';
import type { GatherPorts } from '../../pipeline/link-graph/gather-parts.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import { raiseNeglected } from './raise-neglected.ts';

export type DistilOutcome = AnalysisOutcome<{ readonly raised: number }>;

/** Raises what good hubs link to (`raiseNeglected`) when that is due by `focus.distill`. */
export function distilWhenDue(
  ports: GatherPorts & Pick<Ports, 'jobs' | 'hosts' | 'due'>,
  job: Job,
  slice: AnalysisSlice,
): Promise<DistilOutcome> {
  return analyseWhenDue(
    ports,
    job,
    {
      name: 'distil',
      async act(web, settings, pages) {
        return { raised: await raiseNeglected(ports, job, settings, { web, id: String(pages) }) };
      },
    },
    slice,
  );
}
