import { bounded } from '../focus/fit.ts';
import { decodeRank, encodeRank } from '../focus/link-rank.ts';
import { quantise, rankOf } from '../frontier/entry.ts';
import type { YieldRegion } from './region.ts';
import type { Position, Yields } from './yields.ts';

/** How a page compares with what its link said of it. */
export interface Promised {
  /** The relevance that its link promised, 0 to 1. */
  readonly promised: number;
  /** The relevance that it has, 0 to 1. */
  readonly fulfilled: number;
}

/** Relevant pages that a region is thought to have promised before anything was fetched of it, and links to it before any was seen. */
const lean = 6;
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

/**
 * How much more the regions of a URL have to do with the topic than its link alone says: relevant pages for each that
 * links promised, the mean of a Gamma posterior, times the odds that links to its regions promise beside those to the host.
 * Each has that of the wider region as its prior. 1: the link says all that is known.
 */
export function relevanceFactor(
  { host, regions }: Yields,
  { regions: names }: Pick<Position, 'regions'>,
): number {
  const own = names.map((name) => regions.get(name));
  const factor = own.reduce((prior, region) => factorOf(region, prior), hostFactor({ host }));
  const ofHost = linksOf(host, 0);
  return factor * Math.exp(own.reduce((prior, region) => linksOf(region, prior), ofHost) - ofHost);
}

/** The same of a URL of the host of which nothing else is known. */
export function hostFactor({ host }: Pick<Yields, 'host'>): number {
  return factorOf(host, 1);
}

function factorOf(region: YieldRegion | undefined, prior: number): number {
  return region === undefined ? prior : (lean * prior + region.fulfilled) / (lean + region.promised);
}

/** Mean log-odds that links to a region promise. */
function linksOf(region: YieldRegion | undefined, prior: number): number {
  return region === undefined ? prior : (lean * prior + region.linkedOdds) / (lean + region.linked);
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
