/**
 * What the fetches of a region brought: of URLs of a pattern, below a prefix, or of a host. Counts forget: the latest
 * fetches weigh most.
 */
export interface YieldRegion {
  /** Fetches that are remembered. */
  tries: number;
  /** Those of them that brought something new, or led to it. */
  gains: number;
  /** The part of both that the wider region was told. */
  toldTries: number;
  toldGains: number;
  /** All fetches. */
  fetched: number;
  /** Those of them that brought something new. */
  brought: number;
  /** Those of them whose page is on topic. */
  relevant: number;
  /** Pages that were judged, and the sums of the log-odds of their relevance and of what their links promised, of those that are remembered (`relevance.ts`). */
  judged: number;
  judgedOdds: number;
  promisedOdds: number;
  /** URLs of it that pages of the host led to, and the sum of the log-odds that these links promised, of those that are remembered. */
  linked: number;
  linkedOdds: number;
  /** Epoch minutes at which it was found to be held, since it brought something last; 0: it was not. */
  heldSince: number;
  /** While it is held: fetches of the host after which it gets one more try; 0: it never was held. */
  retryAt: number;
  /** Fetched pages that were found on a page of the region and led to URLs of it; below a prefix, to unknown ones. Of a pattern, up to three of those URLs for a page, as long as next to none was known (`grow`). */
  inside: number;
  /** What speaks for it: URLs found elsewhere, and links inside that lead back to what was found long before. */
  backed: number;
  /** Patterns in it that were fetched. */
  kinds: number;
  /** Fetches in a row that brought nothing. */
  vain: number;
  /** Fetches that brought nothing, of those that are remembered, and the part of them whose pages bear more of the region (`bear`). */
  poor: number;
  bearing: number;
  /** Unknown URLs of the region that these led to. */
  births: number;
}

/** Fetches that a region remembers: one that changes is seen after as many. */
const remembered = 10;
/** Fetches in vain that it remembers, to know whether it feeds on itself. */
const rememberedPoor = 20;
/** Unknown URLs of its pattern that a page counts for, at most, and how many of them each known one takes back. */
const mostInside = 3;
const knownTakesBack = 20;
/** With so many fetches of its own, a region weighs as much as what it belongs to. */
const lean = 1.5;
/** Standard deviations of the posterior between its mean and the bound. */
const spread = 0.5;

export function emptyRegion(): YieldRegion {
  return {
    tries: 0,
    gains: 0,
    toldTries: 0,
    toldGains: 0,
    fetched: 0,
    brought: 0,
    relevant: 0,
    judged: 0,
    judgedOdds: 0,
    promisedOdds: 0,
    linked: 0,
    linkedOdds: 0,
    heldSince: 0,
    retryAt: 0,
    inside: 0,
    backed: 0,
    kinds: 0,
    vain: 0,
    poor: 0,
    bearing: 0,
    births: 0,
  };
}

/** Counts a fetch, or so much of one. @param gain from 0 to 1 @param teller the narrower region that it happened in */
export function enter(region: YieldRegion, gain: number, weight: number, teller?: YieldRegion): void {
  const kept = Math.min(1, remembered / (region.tries + weight));
  region.tries = (region.tries + weight) * kept;
  region.gains = (region.gains + gain * weight) * kept;
  if (teller === undefined) return;
  teller.toldTries = Math.min(region.tries, (teller.toldTries + weight) * kept);
  teller.toldGains = Math.min(region.gains, teller.toldTries, (teller.toldGains + gain * weight) * kept);
}

/** What was fetched in the region in vain led to something new after all. */
export function credit(region: YieldRegion, gain: number, teller?: YieldRegion): void {
  // One fetch that led to many pages does not make up for others.
  const own = teller === undefined ? region : { tries: teller.toldTries, gains: teller.toldGains };
  const more = Math.max(0, Math.min(region.tries - region.gains, own.tries - own.gains, gain));
  region.gains += more;
  if (teller !== undefined) teller.toldGains += more;
}

/** Counts a page that brought nothing itself. @param births unknown URLs of the region that it leads to */
export function bear(region: YieldRegion, births: number): void {
  const kept = Math.min(1, rememberedPoor / (region.poor + 1));
  region.poor = (region.poor + 1) * kept;
  region.bearing = (region.bearing + (births > 0 ? 1 : 0)) * kept;
  region.births = (region.births + births) * kept;
}

/** Fetches in vain that tell whether a region feeds on itself, at least, and the part of them that bear more of it where it does. */
const fewestPoor = 3;
const mostlyBearing = 0.5;

/**
 * Whether the pages of a region that bring nothing lead to ever more of it. Dead links, errors and copies bear nothing, and what honest
 * pages link to ends.
 */
export function feedsOnItself(region: YieldRegion | undefined): boolean {
  return region !== undefined && region.poor >= fewestPoor && region.bearing >= mostlyBearing * region.poor;
}

/** Unknown URLs of the region that each fetch that brought nothing led to; undefined: every fetch brought something. */
export function bearsOf({ poor, births }: YieldRegion): number | undefined {
  return poor === 0 ? undefined : births / poor;
}

/** It became known what such pages bear. */
export function bearLate(region: YieldRegion, pages: number, births: number): void {
  region.bearing = Math.min(region.poor, region.bearing + Math.min(pages, births));
  if (pages > 0) region.births += births;
}

/** What pages of a pattern led to, of that pattern. */
export interface Growth {
  /** Those of them that were found on such pages. */
  readonly pages: number;
  /** URLs that nobody knew, and the others. */
  readonly found: number;
  readonly known: number;
}

/**
 * Pages that are made up for each URL lead to next to nothing that others led to: that they have no end shows in fewer of them,
 * so that each counts for more than one. Those of a wiki soon lead to known ones: then each was no more than one.
 */
export function grow(region: YieldRegion, { pages, found, known }: Growth): void {
  const more = Math.max(0, Math.min(found, mostInside * pages) - pages) - knownTakesBack * known;
  region.inside = Math.max(Math.min(region.inside, region.fetched), region.inside + more);
}

/**
 * Mean of the Beta posterior of a region's yield, with that of the wider region as the prior.
 * @param without a narrower region whose fetches do not count: it is about to be estimated by its own
 */
export function meanOf(region: YieldRegion | undefined, prior: number, without?: YieldRegion): number {
  if (region === undefined) return prior;
  const tries = Math.max(0, region.tries - (without?.toldTries ?? 0));
  const gains = Math.max(0, Math.min(tries, region.gains - (without?.toldGains ?? 0)));
  return (lean * prior + gains) / (lean + tries);
}

/** The bound above a mean that rests on so many fetches. */
export function boundOf(mean: number, tries: number): number {
  return Math.min(1, mean + spread * Math.sqrt((mean * (1 - mean)) / (lean + tries + 1)));
}

/** Counts a fetch for people: these counts forget nothing. */
export function count(region: YieldRegion, gain: number, isRelevant = false): void {
  region.fetched++;
  region.vain++;
  if (isRelevant) region.relevant++;
  if (gain === 0) return;
  region.vain = 0;
  region.brought++;
  region.heldSince = 0;
}
