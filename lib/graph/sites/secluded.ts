import { type LinkGraph, rowOf, undirected } from '../building/link-graph.ts';
import type { NumberColumn } from '../columns/column.ts';
import { eachEdge } from '../columns/row-blocks.ts';

/** Rounds of label propagation; it settles after a few. */
const rounds = 20;
/** Smaller communities have no weight of their own. */
const fewestSites = 3;
/** The share of the links to members that come from outside, under which nobody else vouches for a community. */
const fewestOutside = 0.1;

/**
 * Communities of sites that hardly anybody outside links to: they make each other popular. A community that has half of all
 * sites is none, for it is the web itself. Communities are found by label propagation (Raghavan et al. 2007) over
 * links that count by what two sites have in common; equal graphs have equal communities.
 */
export function secludedCommunities(siteGraph: LinkGraph): readonly (readonly number[])[] {
  const labels = communityLabels(siteGraph);
  const members = Map.groupBy(labels.keys(), (site) => labels[site] as number);
  const [inside, all] = [new Float64Array(siteGraph.nodes), new Float64Array(siteGraph.nodes)];
  for (let site = 0; site < siteGraph.nodes; site += 1) {
    for (const target of rowOf(siteGraph, site)) {
      const label = labels[target] as number;
      all[label] = (all[label] as number) + 1;
      if (labels[site] === label) inside[label] = (inside[label] as number) + 1;
    }
  }
  return [...members]
    .filter(([label, sites]) => {
      const outside = (all[label] as number) - (inside[label] as number);
      const isSmall = sites.length >= fewestSites && 2 * sites.length < siteGraph.nodes;
      return isSmall && outside < fewestOutside * (all[label] as number);
    })
    .map(([, sites]) => sites);
}

/** By site the label of its community: the number of one of its members. */
export function communityLabels(siteGraph: LinkGraph): Uint32Array {
  const around = undirected(siteGraph);
  const closeness = closenessOf(around);
  const labels = Uint32Array.from({ length: around.nodes }, (_, site) => site);
  for (let round = 0; round < rounds; round += 1) {
    let changed = 0;
    for (let site = 0; site < around.nodes; site += 1) {
      const label = closestLabel(around, closeness, labels, site);
      if (label === labels[site]) continue;
      labels[site] = label;
      changed += 1;
    }
    if (changed === 0) break;
  }
  return labels;
}

/** The label whose sites are closest to this one together; its own if that is as close. */
function closestLabel(
  around: LinkGraph,
  closeness: NumberColumn<Float32Array>,
  labels: Uint32Array,
  site: number,
): number {
  const sums = new Map<number, number>();
  const own = labels[site] as number;
  let [best, most] = [own, 0];
  const targets = rowOf(around, site);
  const close = closeness.subarray(around.starts[site], around.starts[site + 1]);
  for (let at = 0; at < targets.length; at += 1) {
    const label = labels[targets[at] as number] as number;
    const sum = (sums.get(label) ?? 0) + (close[at] as number);
    sums.set(label, sum);
    if (sum > most) [best, most] = [label, sum];
  }
  return (sums.get(own) ?? 0) >= most ? own : best;
}

/**
 * By place of an edge, how much of their neighbourhoods two sites have in common: the smallest hashes of each tell about how
 * many of all neighbours both have (bottom-k sketch, Cohen and Kaplan 2007). A link to a popular site says little of where a site
 * belongs.
 */
function closenessOf(around: LinkGraph): NumberColumn<Float32Array> {
  const sketches = Array.from({ length: around.nodes }, (_, site) => sketchOf(site, rowOf(around, site)));
  const closeness = around.space.writer(Float32Array);
  eachEdge(around, (site, target) =>
    closeness.add(inCommon(sketches[site] as Uint32Array, sketches[target] as Uint32Array)),
  );
  return closeness.finish();
}

/** Hashes in a sketch: all of a site with fewer neighbours. */
const sketchSize = 64;

/** The smallest hashes of a site and its neighbours, ascending. */
function sketchOf(site: number, row: Uint32Array): Uint32Array {
  const hashes = Uint32Array.from(row, mixed);
  const all = new Uint32Array(row.length + 1);
  all.set(hashes);
  all[row.length] = mixed(site);
  return all.sort().slice(0, sketchSize);
}

/** The share of the smallest hashes of two sketches together that both have. */
function inCommon(a: Uint32Array, b: Uint32Array): number {
  let [left, right, both, all] = [0, 0, 0, 0];
  while (all < sketchSize && left < a.length && right < b.length) {
    const difference = (a[left] as number) - (b[right] as number);
    if (difference === 0) both += 1;
    if (difference <= 0) left += 1;
    if (difference >= 0) right += 1;
    all += 1;
  }
  return both / Math.max(1, Math.min(sketchSize, all + a.length - left + b.length - right));
}

/** Spreads numbers over 32 bits; no two have one hash. */
function mixed(value: number): number {
  let mix = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mix = Math.imul(mix ^ (mix >>> 13), 0xc2b2ae35);
  return (mix ^ (mix >>> 16)) >>> 0;
}
