import { type LinkGraph, openLinks } from '../../../lib/graph/building/link-graph.ts';
import { memorySpace } from '../../../lib/graph/columns/column.ts';

/** Edges from one list of sources and one of targets, in any order; equal ones and loops may be among them. */
export function linkGraphOf(nodes: number, sources: Uint32Array, targets: Uint32Array): LinkGraph {
  const degrees = new Uint32Array(nodes + 1);
  for (const source of sources) degrees[source] = (degrees[source] as number) + 1;
  const links = openLinks(memorySpace, degrees);
  for (let at = 0; at < sources.length; at += 1) links.add(sources[at] as number, targets[at] as number);
  return links.finish();
}
