import type { LinkGraph } from '../building/link-graph.ts';
import type { NumberColumn } from '../columns/column.ts';
import { type RowBlock, rowBlocks } from '../columns/row-blocks.ts';
import { scaleToOne } from './scores.ts';

/** Scores by node, each kind summing to 1. */
export interface HubScores {
  readonly hubs: Float64Array;
  readonly authorities: Float64Array;
}

/** What an edge, by its place in `graph.targets`, passes on in each direction. */
export interface EdgeWeights {
  readonly toAuthority: NumberColumn<Float64Array>;
  readonly toHub: NumberColumn<Float64Array>;
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
    authorities.fill(0);
    for (const block of rowBlocks(graph))
      gatherAuthorities(graph.starts, block, { hubs, authorities }, weightsOf(weights?.toAuthority, block));
    scaleToOne(authorities);
    for (const block of rowBlocks(graph))
      gatherHubs(graph.starts, block, { hubs, authorities }, weightsOf(weights?.toHub, block));
    scaleToOne(hubs);
  }
  return { hubs, authorities };
}

function weightsOf(
  weights: NumberColumn<Float64Array> | undefined,
  { base, targets }: RowBlock,
): Float64Array | undefined {
  return weights?.subarray(base, base + targets.length);
}

function gatherAuthorities(
  starts: Uint32Array,
  { from, to, base, targets }: RowBlock,
  { hubs, authorities }: HubScores,
  weights: Float64Array | undefined,
): void {
  for (let node = from; node < to; node += 1) {
    const hub = hubs[node] as number;
    const end = (starts[node + 1] as number) - base;
    for (let at = (starts[node] as number) - base; at < end; at += 1) {
      const target = targets[at] as number;
      const gain = weights === undefined ? hub : hub * (weights[at] as number);
      authorities[target] = (authorities[target] as number) + gain;
    }
  }
}

function gatherHubs(
  starts: Uint32Array,
  { from, to, base, targets }: RowBlock,
  { hubs, authorities }: HubScores,
  weights: Float64Array | undefined,
): void {
  for (let node = from; node < to; node += 1) {
    let sum = 0;
    const end = (starts[node + 1] as number) - base;
    for (let at = (starts[node] as number) - base; at < end; at += 1) {
      const authority = authorities[targets[at] as number] as number;
      sum += weights === undefined ? authority : authority * (weights[at] as number);
    }
    hubs[node] = sum;
  }
}
