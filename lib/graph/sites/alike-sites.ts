import { type LinkGraph, reversed, rowOf } from '../building/link-graph.ts';
import { eachEdge } from '../columns/row-blocks.ts';

/** Linked sites of a site that are compared; a site with more links to many owners is a directory, and no farm. */
const mostTargets = 200;
/** Fewer linked sites are no pattern. */
const fewestTargets = 3;
/** The share of all that two sites link to, which both link to. */
const alike = 0.6;
/** The share of links that a copy has of its original. */
const copied = 0.9;
/** Logarithm of how much likelier a copy is than chance: one in 3,000, as many sites are compared. */
const enough = 8;
/** Signatures of a site: two that are alike have one in common with a probability over 99.9 %. */
const signatures = 32;
/** Sites with one signature that are compared with the first of them. */
const mostCompared = 500;

/** By site: the share of the sites with links that link to it. */
function popularity(siteGraph: LinkGraph): Float64Array {
  const { nodes, starts } = siteGraph;
  const linking = new Float64Array(nodes);
  eachEdge(siteGraph, (_, target) => {
    linking[target] = (linking[target] as number) + 1;
  });
  let all = 0;
  for (let site = 0; site < nodes; site += 1) if (starts[site] !== starts[site + 1]) all += 1;
  return linking.map((count) => count / Math.max(1, all));
}

/**
 * Pairs of sites of which one seems to have the links of the other, found by the smallest hashes of what they link to
 * (MinHash, Broder 1997). Colleagues with the same links are two if more sites vouch for each than they both link to.
 */
export function* alikePairs(siteGraph: LinkGraph): Generator<readonly [number, number]> {
  const shares = popularity(siteGraph);
  const backwards = reversed(siteGraph);
  const targets = Array.from({ length: siteGraph.nodes }, (_, site) => {
    const { [site]: start = 0, [site + 1]: end = 0 } = siteGraph.starts;
    const isCompared = end - start >= fewestTargets && end - start <= mostTargets;
    return isCompared ? rowOf(siteGraph, site).slice() : new Uint32Array(0);
  });
  for (let seed = 0; seed < signatures; seed += 1) {
    const buckets = new Map<string, number[]>();
    for (const [site, some] of targets.entries()) {
      if (some.length === 0) continue;
      const key = signatureOf(some, site, seed);
      const bucket = buckets.get(key);
      if (bucket === undefined) buckets.set(key, [site]);
      else if (bucket.length < mostCompared) bucket.push(site);
    }
    for (const [first, ...others] of buckets.values()) {
      for (const other of others) {
        const pair = [first as number, other] as const;
        if (areAlike(...pair, targets, shares) && !areSupported(pair, targets, backwards)) yield pair;
      }
    }
  }
}

/** The smallest two hashes of the sites that a site links to, and of itself: friends of each other each lack themselves. */
function signatureOf(some: Uint32Array, site: number, seed: number): string {
  let [least, second] = [0xffffffff, 0xffffffff];
  for (let at = -1; at < some.length; at += 1) {
    const value = mix(at === -1 ? site : (some[at] as number), seed);
    if (value < least) [least, second] = [value, least];
    else if (value < second) second = value;
  }
  return `${least},${second}`;
}

function mix(value: number, seed: number): number {
  let mixed = Math.imul(value ^ Math.imul(seed + 1, 0x9e3779b9), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/**
 * Whether two sites have most of their links in common, and that would be a rare chance: the likelihood that the second has
 * copied nine of ten links is compared with that of links by popularity alone. A site counts as linking to itself if the
 * other does.
 */
function areAlike(a: number, b: number, targets: readonly Uint32Array[], shares: Float64Array): boolean {
  const [left, right] = [new Set(targets[a]), new Set(targets[b])];
  if (right.has(a)) left.add(a);
  if (left.has(b)) right.add(b);
  let [common, evidence] = [0, 0];
  for (const target of left) {
    const share = Math.min(0.99, shares[target] as number);
    if (right.has(target)) common += 1;
    evidence += right.has(target) ? Math.log(copied / share) : Math.log((1 - copied) / (1 - share));
  }
  return common >= alike * (left.size + right.size - common) && evidence >= enough;
}

/** Whether more sites link to each of two than both link to, without being among what either links to. */
function areSupported(
  [a, b]: readonly [number, number],
  targets: readonly Uint32Array[],
  backwards: LinkGraph,
): boolean {
  const [left, right] = [new Set(targets[a]), new Set(targets[b])];
  const common = [...left].filter((target) => right.has(target)).length;
  const isOutside = (site: number): boolean => !left.has(site) && !right.has(site);
  return [a, b].every((site) => rowOf(backwards, site).filter(isOutside).length > common);
}
