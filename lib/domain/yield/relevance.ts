import { bounded } from '../focus/fit.ts';
import { decodeRank, encodeRank } from '../focus/link-rank.ts';
import { quantise, rankOf } from '../frontier/entry.ts';
import type { YieldRegion } from './region.ts';
import { type Position, regionNamed, type Yields } from './yields.ts';

/** How a page compares with what its link said of it. */
export interface Promised {
  /** The relevance that its link promised, 0 to 1. */
  readonly promised: number;
  /** The relevance that it has, 0 to 1. */
  readonly fulfilled: number;
}

/** Relevant pages that a host is thought to have promised and kept before anything was fetched of it. */
const leanOfHost = 6;
/** The same of a region beside the wider one, and links to it before any was seen. */
const lean = 2;
/** Links of a host's pages to the host, of those that are remembered, with which it tells half of what it can (`togetherness`). */
const halfTogether = 17;
/** How much more the pages of a host tell of each other, as a power, where they stand together. */
const toldTogether = 3;
/** Filters are seldom sure, so regions differ more than the relevances of their pages do: the power of the factor. */
const contrast = 1.5;
/** Relevant pages that a region remembers of what its links promised: one that changes is seen after about as many. */
const remembered = 20;
/** Links that a region remembers. */
const rememberedLinks = 50;

/** Enters a page whose link promised something. What was promised long ago is forgotten. */
export function enterPromise(region: YieldRegion, { promised, fulfilled }: Promised): void {
  const kept = Math.min(1, remembered / (region.promised + promised));
  region.promised = (region.promised + promised) * kept;
  region.fulfilled = (region.fulfilled + fulfilled) * kept;
}

/** Enters the link to a URL of the region that nobody knew. */
export function enterLink(region: YieldRegion, promised: number): void {
  const kept = Math.min(1, rememberedLinks / (region.linked + 1));
  region.linked = (region.linked + 1) * kept;
  region.linkedOdds = (region.linkedOdds + bounded(Math.log(promised / (1 - promised)))) * kept;
}

/** What the links of pages promise, of those to their own host, and of those to others. */
export interface LinksByHost {
  readonly own: readonly number[];
  readonly others: readonly number[];
}

/** Names of what a host's pages lead to on the host and elsewhere, among its regions; no region is named so. */
const named = { own: '=own', others: '=others' } as const;

/** Enters what the links of a page promise. */
export function enterLinksByHost(yields: Yields, links: LinksByHost): void {
  for (const side of ['own', 'others'] as const) {
    if (links[side].length === 0) continue;
    const region = regionNamed(yields, named[side]);
    for (const promised of links[side]) enterLink(region, promised);
  }
}

/**
 * How much more the regions of a URL have to do with the topic than its link alone says: what the host tells, and each region
 * beside the wider one. A region that is all of the wider one tells nothing. 1: the link says all that is known.
 */
export function relevanceFactor(yields: Yields, { regions: names }: Pick<Position, 'regions'>): number {
  let [factor, wider] = [hostFactor(yields), yields.host];
  for (const name of names) {
    const region = yields.regions.get(name);
    if (region === undefined) continue;
    const keeps = wider.promised === 0 ? 1 : wider.fulfilled / wider.promised;
    factor *= keptBeside(region, keeps, lean) * linkedBeside(region, wider, lean);
    wider = region;
  }
  return factor;
}

/**
 * The same of a URL of the host of which nothing else is known: what its pages kept, and what links among them promise beside
 * those to other hosts. Both tell much where pages stand together by what they are about, and little where they lie on hosts at
 * random.
 */
export function hostFactor({ host, regions }: Pick<Yields, 'host' | 'regions'>): number {
  const kept = keptBeside(host, 1, leanOfHost);
  const [own, others] = [regions.get(named.own), regions.get(named.others)];
  if (own === undefined || others === undefined || own.linked === 0 || others.linked === 0) return kept;
  const together = togetherness(own);
  const more = own.linkedOdds / own.linked - others.linkedOdds / others.linked;
  return kept ** (1 + (toldTogether - 1) * together) * Math.exp(together * more);
}

/**
 * Whether pages of a host stand together, 0 to 1: those that do link to each other. At random a page leads to its own host as
 * seldom as to any other, so a few links tell nothing, and what they promise differs by chance.
 */
function togetherness({ linked }: YieldRegion): number {
  return linked ** 2 / (linked ** 2 + halfTogether ** 2);
}

/** Relevant pages of a region for each that there would be if it kept so much of what links promise: the mean of a Gamma posterior. @param prior pages */
function keptBeside({ promised, fulfilled }: YieldRegion, keeps: number, prior: number): number {
  return (prior + fulfilled) / (prior + promised * keeps);
}

/** The odds that some links promise beside those that others do: a mean of log-odds. @param prior links that promise the same */
function linkedBeside({ linked, linkedOdds }: YieldRegion, others: YieldRegion, prior: number): number {
  if (others.linked === 0) return 1;
  return Math.exp((linkedOdds - (linked * others.linkedOdds) / others.linked) / (prior + linked));
}

/** The relevance that a link promised of its target; undefined: ranks are by other things. */
export function promiseOf(rank: number): number | undefined {
  return decodeRank(rank)?.relevance;
}

/**
 * A quantised rank of a URL of which so much more is expected than its link promised: odds are multiplied. Ranks by other
 * things stay.
 */
export function weighed(rank: number, factor: number): number {
  if (factor === 1) return rank;
  const known = decodeRank(rankOf(rank));
  if (known === undefined) return rank;
  const more = known.relevance * factor ** contrast;
  return quantise(encodeRank({ ...known, relevance: more / (1 - known.relevance + more) }));
}
