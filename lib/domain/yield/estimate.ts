import { boundOf, meanOf, type YieldRegion } from './region.ts';
import { relevanceFactor } from './relevance.ts';
import { isVoice } from './voices.ts';
import type { LinkRegion, Position, Yields } from './yields.ts';

/** What a fetch of a URL is expected to bring: the share of such fetches that bring something new. */
export interface Estimate {
  readonly mean: number;
  /** Of the posterior, above the mean. */
  readonly bound: number;
  /** How many relevant pages there are for each that links promise (`relevanceFactor`). */
  readonly relevance: number;
  /** The widest region of the URL that is held. */
  readonly held?: HeldRegion;
}

export interface HeldRegion {
  readonly region: YieldRegion;
  /** For people: of what is known by its links, the pattern. */
  readonly name: string;
  /** `barren`: the bound of its yield lies under the floor. `endless`: it says something new, and leads to nothing but more of itself. */
  readonly why: 'barren' | 'endless';
}

/** The yield of a host that nobody knows. */
const hopeful = 0.8;
/** Of a host with many regions that brought nothing: a new one may be better. */
const leastHopeful = 0.7;
/** URLs of a region are held when the bound of its yield lies lower. */
export const floor = 0.35;
/**
 * Pages that lead to more of their region, and that nothing else speaks for, after which it is endless: of a pattern, and
 * of a prefix, in which an honest site has pages of several patterns.
 */
const mostUnbacked = { pattern: 170, prefix: 225 } as const;
/**
 * A host with so few fetches may be a small one, with pages of all kinds in one region, and little is saved by holding
 * them: a region gets so many fetches there, fewer if its pages lead to more of it.
 */
const young = { host: 60, patience: 40, patienceIfFed: 12 } as const;
/** Patterns in a region that brought nothing, after which one more is not tried. */
const enoughKinds = 4;
/** Share of the pages of a region that bring something new themselves, at least, where it is better than what it belongs to. */
const leastOwn = 0.5;
/** URLs of its own that each page of a region leads to, at least, where it feeds on itself. */
const leastFed = 0.5;
/** Pages that each URL found elsewhere, and each link back, speaks for. */
const backedPages = 4;

/** Levels of the bound of a yield; what is as good as new stands in the first, and speaks for others. */
export const levels = 10;
export const goodBound = 0.8;

/** The smaller the more is expected: URLs of one level go by their rank. */
export function levelOf({ bound }: Estimate): number {
  return bound >= goodBound ? 0 : Math.floor((1 - bound) * levels);
}

/** How much more a URL brings of what its host promises to the crawl: relevant pages, and new ones. */
export function promiseFactor({ bound, relevance }: Estimate): number {
  return relevance * Math.min(1, bound / goodBound);
}

/** What a URL of this position is expected to bring: regions with few fetches lean on those that they belong to. */
export function estimate(yields: Yields, { regions, linkRegion: key, source }: Position): Estimate {
  const linkRegion = yields.linkRegions.get(key);
  const pattern = regions.at(-1) as string;
  const chain = regions.map((name) => yields.regions.get(name));
  let mean = Math.max(leastHopeful, meanOf(yields.host, hopeful, chain[0]));
  let held: HeldRegion | undefined;
  const isYoung = yields.host.fetched <= young.host;
  const isUntried = (chain.at(-1)?.fetched ?? 0) === 0;
  const widest = chain[0] ?? yields.host;
  const judge = (region: YieldRegion | undefined, name: string, fed = region, tries = 0): void => {
    if (held !== undefined || region === undefined || boundOf(mean, tries) >= floor) return;
    if (isUntried && widest.kinds < enoughKinds) return;
    const patience = isFed(fed) ? young.patienceIfFed : young.patience;
    if (!isYoung || region.fetched > patience) held = { region, name, why: 'barren' };
  };
  for (const [i, region] of chain.entries()) {
    const isGood = bringsItself(region) && boundOf(meanOf(region, mean), 0) >= floor;
    mean = meanOf(region, mean, chain[i + 1] ?? linkRegion);
    if (isGood) held = undefined;
    else judge(region, regions[i] as string);
  }
  // What speaks for a URL cannot make it worse than it is.
  const isFree = isVoice(source) && held === undefined && isFertile(chain.at(-1));
  if (isVoice(source)) {
    held = undefined;
    mean = Math.max(mean, leastHopeful);
  }
  if (!isFree && linkRegion === undefined && source !== undefined) {
    // What such pages lead to counts as much as what the URL looks like.
    const out = yields.regions.get(`>${source.position.pattern}`);
    const tries = out?.tries ?? 0;
    mean = (mean + meanOf(out, mean) * tries) / (1 + tries);
    if (!bringsItself(chain.at(-1))) judge(out, pattern, chain.at(-1));
  }
  mean = meanOf(linkRegion, mean);
  if (!isFree) judge(linkRegion, pattern, chain.at(-1), linkRegion?.tries);
  held ??= endless(yields, regions, source);
  return {
    mean,
    bound: boundOf(mean, linkRegion?.tries ?? 0),
    relevance: relevanceFactor(yields, { regions }),
    ...(held !== undefined && { held }),
  };
}

/** Of the pages of a link region. */
export function estimateOf(yields: Yields, { key, position, from }: LinkRegion): Estimate {
  return estimate(yields, { ...position, linkRegion: key, source: yields.linkRegionById.get(from) });
}

/** Whether the pages of a region are new themselves, mostly, whatever those around it are. */
function bringsItself(region: YieldRegion | undefined): boolean {
  return region !== undefined && region.brought > 0 && region.brought >= leastOwn * region.fetched;
}

/** Whether the pages of a region bring or lead to something new, as far as fetches are remembered. */
function isFertile(region: YieldRegion | undefined): boolean {
  return region !== undefined && region.tries > 0 && region.gains >= floor * region.tries;
}

function isFed(region: YieldRegion | undefined): boolean {
  return region !== undefined && region.inside > 0 && region.inside >= leastFed * region.fetched;
}

function endless(
  yields: Yields,
  regions: readonly string[],
  source: Position['source'],
): HeldRegion | undefined {
  for (const [i, name] of regions.entries()) {
    const region = yields.regions.get(name);
    if (region === undefined || !source?.position.regions.includes(name)) continue;
    const most = i === regions.length - 1 ? mostUnbacked.pattern : mostUnbacked.prefix;
    if (region.inside - backedPages * region.backed > most) return { region, name, why: 'endless' };
  }
  return undefined;
}
