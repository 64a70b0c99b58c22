import { WinnowError } from '../../base/error.ts';
import { settingsOf } from '../../pipeline/base/settings-cache.ts';
import type { GatherPorts } from '../../pipeline/link-graph/gather-parts.ts';
import type { GraphPart } from '../../pipeline/link-graph/graph-state.ts';
import { type LentGraph, withGraph, withParts } from '../../pipeline/link-graph/open-graph.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';

/** The graph that a copy is made of; another process has the same one by the same parts. */
export interface GraphToCopy extends Required<LentGraph> {
  readonly parts: readonly GraphPart[];
}

type GraphPorts = GatherPorts & Pick<Ports, 'jobs'>;

/**
 * Brings the link graph of a job up to date and lends it, with all visits.
 * @param endBy monotonic ms after which no more of the link log is read
 * @returns undefined: there was no time to bring it up to date
 */
export async function withGraphNow<T>(
  ports: GraphPorts,
  job: Job,
  endBy: number,
  use: (graph: GraphToCopy) => Promise<T>,
): Promise<T | undefined> {
  const settings = await settingsOf(ports.jobs, job.name, job.config);
  return await withGraph(
    ports,
    job.name,
    settings,
    { endBy, keepsVisits: true },
    ({ over, parts, ...lent }) => (over ? use(whole(lent, parts)) : undefined),
  );
}

/** Lends the graph that some parts are. @returns undefined if one of them is not there any more */
export async function withGraphOf<T>(
  ports: GraphPorts,
  job: Job,
  parts: readonly GraphPart[],
  use: (graph: GraphToCopy) => Promise<T>,
): Promise<T | undefined> {
  const { links } = await settingsOf(ports.jobs, job.name, job.config);
  const options = { parts, memoryMb: links.memory, keepsVisits: true };
  const lent = await withParts(ports, job.name, options, (graph) => use(whole(graph, parts)));
  return lent?.result;
}

function whole({ web, visits }: LentGraph, parts: readonly GraphPart[]): GraphToCopy {
  if (web !== undefined && visits !== undefined) return { web, visits, parts };
  throw new WinnowError('corrupt', 'a link graph was lent without its visits');
}
