import type { LinkGraph } from './link-graph.ts';
import { scaleToOne } from './scores.ts';

/** Scores by node, each kind summing to 1. */
export interface HubScores {
  readonly hubs: Float64Array;
  readonly authorities: Float64Array;
}

/** What an edge, by its place in `graph.targets`, passes on in each direction. */
export interface EdgeWeights {
  readonly toAuthority: Float64Array;
  readonly toHub: Float64Array;
}

/**
 * Hubs and authorities from equal hubs (HITS, Kleinberg 1998), with weights if there are any: an authority has the hubs
 * that link to it, then a hub the authorities that it links to.
 */
export function hubScores(graph: LinkGraph, iterations: number, weights?: EdgeWeights): HubScores {
  const { nodes } = graph;
  const hubs = new Float64Array(nodes).fill(nodes === 0 ? 0 : 1 / nodes);
  const authorities = new Float64Array(nodes);
  for (let iteration = 0; iteration < iterations; iteration += 1) {
    gatherAuthorities(graph, hubs, authorities, weights?.toAuthority);
    scaleToOne(authorities);
    gatherHubs(graph, hubs, authorities, weights?.toHub);
    scaleToOne(hubs);
  }
  return { hubs, authorities };
}

function gatherAuthorities(
  { nodes, starts, targets }: LinkGraph,
  hubs: Float64Array,
  authorities: Float64Array,
  weights: Float64Array | undefined,
): void {
  authorities.fill(0);
  for (let node = 0; node < nodes; node += 1) {
    const hub = hubs[node] as number;
    const end = starts[node + 1] as number;
    for (let at = starts[node] as number; at < end; at += 1) {
      const target = targets[at] as number;
      const gain = weights === undefined ? hub : hub * (weights[at] as number);
      authorities[target] = (authorities[target] as number) + gain;
    }
  }
}

function gatherHubs(
  { nodes, starts, targets }: LinkGraph,
  hubs: Float64Array,
  authorities: Float64Array,
  weights: Float64Array | undefined,
): void {
  for (let node = 0; node < nodes; node += 1) {
    let sum = 0;
    const end = starts[node + 1] as number;
    for (let at = starts[node] as number; at < end; at += 1) {
      const authority = authorities[targets[at] as number] as number;
      sum += weights === undefined ? authority : authority * (weights[at] as number);
    }
    hubs[node] = sum;
  }
}
