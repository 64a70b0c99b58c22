import { trimmedEnd } from '../../base/trim.ts';
import { endingOf, isScript } from '../../base/url/url-pattern.ts';
import { boundOf, feedsOnItself, meanOf, type YieldRegion } from './region.ts';
import { relevanceFactor } from './relevance.ts';
import { isVoice } from './voices.ts';
import type { LinkRegion, Position, Yields } from './yields.ts';

/** What a fetch of a URL is expected to bring: the share of such fetches that bring something new. */
export interface Estimate {
  readonly mean: number;
  /** Of the posterior, above the mean. */
  readonly bound: number;
  /** The bound beside what URLs with such a name (`*.ps`) bring in the whole host: URLs are taken in this order. */
  readonly order: number;
  /** How many relevant pages there are for each that links promise (`relevanceFactor`). */
  readonly relevance: number;
  /** The widest region of the URL that is held. */
  readonly held?: HeldRegion;
}

export interface HeldRegion {
  readonly region: YieldRegion;
  /** For people: of what is known by its links, the pattern. */
  readonly name: string;
  /**
   * `barren`: it feeds on itself and brings next to nothing. `endless`: it says something new, and leads to nothing but more of itself.
   * `vain`: it ends by itself, but so many fetches in a row brought nothing that hardly one in fifty more will.
   */
  readonly why: 'barren' | 'endless' | 'vain';
}

/** The yield of a host that nobody knows. */
const hopeful = 0.8;
/** Of a host with many regions that brought nothing: a new one may be better. */
const leastHopeful = 0.7;
/** What feeds on itself is held when the bound of its yield lies lower. */
export const floor = 0.35;
/** What pages of a region that feeds on itself lead to is part of it when of so many fetches no more than this share brought something. */
const offspring = { fetched: 15, share: 0.05 } as const;
const generations = 3;
/** Fetches in a row that bring nothing after which fewer than one in fifty does, at 98 % (0.98²⁰⁰ = 0.02), and their part of all fetches. */
const mostVain = 200;
const vainShare = 2 / 3;
/**
 * Pages that lead to more of their region, and that nothing else speaks for, after which it is endless: of a pattern, and
 * of a prefix, in which an honest site has pages of several patterns.
 */
const mostUnbacked = { pattern: 200, prefix: 250 } as const;
/** A host with so few fetches may be a small one, with pages of all kinds in one region: a region gets so many fetches there. */
const young = { host: 60, patience: 12 } as const;
/** Patterns in a region that brought nothing, after which one more is not tried. */
const enoughKinds = 4;
const manyKinds = 24;
/** Fetches of its own, at least, of what is held because something around it feeds on itself. */
const fewestTries = 4;
/** Share of the pages of a region that bring something new themselves, at least, where it is better than what it belongs to. */
const leastOwn = 0.5;
/** Pages that each URL found elsewhere, and each page that leads back, speaks for. */
const backedPages = 3;
/** Fetches with which a share of all of them counts half as much as what was expected. */
const leastFetched = 20;

/** Levels of the bound of a yield; what is as good as new stands in the first, and speaks for others. */
export const levels = 10;
export const goodBound = 0.8;

/** The smaller the more is expected: URLs of one level go by their rank. */
export function levelOf({ order }: Estimate): number {
  return order >= goodBound ? 0 : Math.floor((1 - order) * levels);
}

/** How much more a URL brings of what its host promises to the crawl: relevant pages, and new ones. */
export function promiseFactor({ order, relevance }: Estimate): number {
  return relevance * Math.min(1, order / goodBound);
}

/** What a URL of this position is expected to bring: regions with few fetches lean on those that they belong to. */
export function estimate(yields: Yields, position: Position): Estimate {
  const { regions, linkRegion: key, source } = position;
  const linkRegion = yields.linkRegions.get(key);
  const pattern = regions.at(-1) as string;
  const chain = regions.map((name) => yields.regions.get(name));
  let mean = Math.max(leastHopeful, meanOf(yields.host, hopeful, chain[0]));
  let held: HeldRegion | undefined;
  const mayHold = trial(yields, chain);
  const judge = (region: YieldRegion | undefined, name: string, bound: number): void => {
    if (held === undefined && region !== undefined && bound < floor && mayHold(region))
      held = { region, name, why: 'barren' };
  };
  let feeds = false;
  for (const [i, region] of chain.entries()) {
    const name = regions[i] as string;
    const isGood = bringsItself(region) && boundOf(meanOf(region, mean), 0) >= floor;
    mean = meanOf(region, mean, chain[i + 1] ?? linkRegion);
    // What parameters of a script choose is fed by all of it, once it was tried.
    const isFed: boolean = feeds && name.includes('?') && wasTried(region);
    feeds = isFed || feedsOnItself(region);
    if (isGood) held = undefined;
    else if (feeds && (!isScript(name) || wasTried(chain.at(-1)) || isManifold(region)))
      judge(region, name, boundOf(mean, 0));
  }
  if (isVoice(source)) {
    held = undefined;
    mean = Math.max(mean, leastHopeful);
  }
  mean = meanOf(linkRegion, mean);
  const bound = boundOf(mean, linkRegion?.tries ?? 0);
  if (feeds && wasTried(linkRegion)) judge(linkRegion, pattern, bound);
  else if (isEmpty(chain.at(-1)) && isBorn(yields, source)) judge(chain.at(-1), pattern, bound);
  held ??= endless(yields, regions, source);
  if (!isVoice(source)) held ??= vain(chain.at(-1), pattern);
  return {
    mean,
    bound,
    order: beside(bound, yields, endingOf(pattern)),
    relevance: relevanceFactor(yields, { regions }),
    ...(held !== undefined && { held }),
  };
}

/**
 * Whether a region has had its tries: more in a young host, those of a pattern that nobody tried, in one with few that failed,
 * and as many in vain in a row as brought something.
 */
function trial(
  { host }: Yields,
  chain: readonly (YieldRegion | undefined)[],
): (region: YieldRegion) => boolean {
  const { kinds } = chain[0] ?? host;
  if ((chain.at(-1)?.fetched ?? 0) === 0 && kinds < enoughKinds) return () => false;
  // What brought much is poor for a while, too: names and words of a register come again for pages on end.
  return ({ fetched, vain, brought }) =>
    (host.fetched > young.host || fetched > young.patience) && vain >= Math.min(brought, mostVain);
}

function wasTried(region: YieldRegion | undefined): boolean {
  return region !== undefined && region.fetched >= fewestTries;
}

/** Lists by one parameter are few, and no part of what others choose before they were tried; a search has a pattern for each word. */
function isManifold(region: YieldRegion | undefined): boolean {
  return region !== undefined && region.kinds >= manyKinds;
}

function isEmpty(region: YieldRegion | undefined): boolean {
  if (region === undefined || region.fetched < offspring.fetched) return false;
  return region.brought <= offspring.share * region.fetched;
}

/** Whether a URL was found on pages of a pattern that feeds on itself, or on what these led to. */
function isBorn({ regions, linkRegionById }: Yields, source: Position['source']): boolean {
  let parent = source;
  for (let i = 0; i < generations && parent !== undefined; i++) {
    const pattern = trimmedEnd(parent.position.pattern, '^');
    // What was met under another id leads to more of the pattern as well.
    if ([pattern, `${pattern}^`].some((name) => feedsOnItself(regions.get(name)))) return true;
    parent = linkRegionById.get(parent.from);
  }
  return false;
}

/** Names end alike all over a host: how much better or worse such URLs are than others multiplies the odds. */
function beside(bound: number, { host, regions }: Yields, ending: string): number {
  const others = shareOf(host, hopeful);
  const alike = shareOf(regions.get(ending), others);
  const odds = (oddsOf(bound) * oddsOf(alike)) / oddsOf(others);
  return odds / (1 + odds);
}

/** Of all fetches of a region, however long ago. */
function shareOf(region: YieldRegion | undefined, prior: number): number {
  const { fetched = 0, brought = 0 } = region ?? {};
  return (leastFetched * prior + brought) / (leastFetched + fetched);
}

/** A share of which nobody is surer than of one in fifty. */
function oddsOf(share: number): number {
  const sure = Math.min(0.98, Math.max(0.02, share));
  return sure / (1 - sure);
}

/** Of the pages of a link region. */
export function estimateOf(yields: Yields, { key, position, from }: LinkRegion): Estimate {
  return estimate(yields, { ...position, linkRegion: key, source: yields.linkRegionById.get(from) });
}

/** Whether the pages of a region are new themselves, mostly, whatever those around it are. */
function bringsItself(region: YieldRegion | undefined): boolean {
  return region !== undefined && region.brought > 0 && region.brought >= leastOwn * region.fetched;
}

function vain(region: YieldRegion | undefined, name: string): HeldRegion | undefined {
  if (region === undefined || region.vain < Math.max(mostVain, vainShare * region.fetched)) return undefined;
  return { region, name, why: 'vain' };
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
