import { registeredDomain } from '../../base/url/registered-domain.ts';
import { type LinkGraph, reversed, rowOf } from '../building/link-graph.ts';
import { alikePairs } from './alike-sites.ts';
import { secludedCommunities } from './secluded.ts';
import type { SiteNumbers } from './sites.ts';
import { unsupportedGroups } from './unsupported.ts';

/** Why sites count as one voter. */
export type VoterReason = 'owner' | 'links' | 'secluded' | 'unsupported';

/** Sites that vote as one, with the evidence. */
export interface VoterGroup {
  readonly reason: VoterReason;
  /** Names of the sites, at least two. */
  readonly sites: readonly string[];
  /** Names of the sites that most of them link to. */
  readonly linkTo: readonly string[];
}

export interface Voters {
  /** By number of the site, the number of its voter. */
  readonly of: Uint32Array;
  /** Largest first. */
  readonly groups: readonly VoterGroup[];
}

/**
 * Which sites vote as one: those of one registered domain, and those that link to nearly the same sites, as hosts that one
 * owner made do, and hosts that link to each other by agreement. What many sites link to says little, so linked sites
 * count by the logarithm of how few link to them.
 */
export function votersOf(siteGraph: LinkGraph, sites: SiteNumbers): Voters {
  const count = sites.names.length;
  const groups = openGroups(count);
  const owners = new Map<string, number>();
  for (const [site, name] of sites.names.entries()) {
    const owner = registeredDomain(name.split('/')[0] as string);
    if (owner === undefined || name.includes('/')) continue;
    const first = owners.get(owner);
    if (first === undefined) owners.set(owner, site);
    else groups.join(first, site, 'owner');
  }
  for (const [a, b] of alikePairs(siteGraph)) groups.join(a, b, 'links');
  for (const [a, b] of satellites(siteGraph)) groups.join(a, b, 'links');
  for (const group of unsupportedGroups(siteGraph)) groups.joinAll(group, 'unsupported');
  // A community that has half of all voters is the web itself, though a farm may have more sites.
  const voters = groups.size();
  for (const group of secludedCommunities(siteGraph))
    if (2 * groups.sizeOf(group) < voters) groups.joinAll(group, 'secluded');
  return { of: groups.roots(), groups: groups.list(sites.names, siteGraph) };
}

/** Sites that link to one other site, and that only this site links to: nobody else speaks for them. */
function* satellites(siteGraph: LinkGraph): Generator<readonly [number, number]> {
  const backwards = reversed(siteGraph);
  for (let site = 0; site < siteGraph.nodes; site += 1) {
    const [target, ...others] = rowOf(siteGraph, site);
    const [source, ...moreSources] = rowOf(backwards, site);
    if (target === undefined || target !== source || others.length + moreSources.length > 0) continue;
    yield [site, target];
  }
}

interface Groups {
  join(a: number, b: number, reason: VoterReason): void;
  joinAll(sites: readonly number[], reason: VoterReason): void;
  /** Numbers of all voters, and of those of some sites. */
  size(): number;
  sizeOf(sites: readonly number[]): number;
  roots(): Uint32Array;
  list(names: readonly string[], siteGraph: LinkGraph): readonly VoterGroup[];
}

/** Sites in groups, by union and find. */
function openGroups(count: number): Groups {
  const parents = Uint32Array.from({ length: count }, (_, site) => site);
  /** By root: the last reason for which sites were joined. */
  const reasons = new Map<number, VoterReason>();
  const rootOf = (site: number): number => {
    let root = site;
    while (parents[root] !== root) {
      parents[root] = parents[parents[root] as number] as number;
      root = parents[root] as number;
    }
    return root;
  };
  function join(a: number, b: number, reason: VoterReason): void {
    const [one, other] = [rootOf(a), rootOf(b)];
    if (one === other) return;
    parents[Math.max(one, other)] = Math.min(one, other);
    reasons.set(Math.min(one, other), reason);
  }
  return {
    join,
    joinAll([first, ...others], reason) {
      for (const other of others) join(first as number, other, reason);
    },
    size: () => parents.reduce((sum, parent, site) => sum + (parent === site ? 1 : 0), 0),
    sizeOf: (sites) => new Set(sites.map(rootOf)).size,
    roots: () => parents.map((_, site) => rootOf(site)),
    list(names, siteGraph) {
      const members = Map.groupBy(names.keys(), (site) => rootOf(site));
      return [...members]
        .filter(([, sites]) => sites.length > 1)
        .map(
          ([root, sites]): VoterGroup => ({
            reason: reasons.get(root) ?? 'owner',
            sites: sites.map((site) => names[site] as string),
            linkTo: commonTargets(sites, siteGraph).map((site) => names[site] as string),
          }),
        )
        .sort((a, b) => b.sites.length - a.sites.length);
    },
  };
}

/** The most names of linked sites in the evidence. */
const mostNamed = 10;

function commonTargets(sites: readonly number[], siteGraph: LinkGraph): readonly number[] {
  const counts = new Map<number, number>();
  for (const site of sites)
    for (const target of rowOf(siteGraph, site)) counts.set(target, (counts.get(target) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => 2 * count > sites.length)
    .sort(([, a], [, b]) => b - a)
    .slice(0, mostNamed)
    .map(([target]) => target);
}
