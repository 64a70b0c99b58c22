import { trimmedEnd } from '../../base/trim.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import { endingOf, urlPattern } from '../../base/url/url-pattern.ts';
import { digestOf, type Fetch, gainOf, isUndecided, isUnread, weightOf } from './gain.ts';
import { keepNewest } from './memory.ts';
import { bear, count, credit, enter, grow, type YieldRegion } from './region.ts';
import { enterJudged, enterLink, enterLinksByHost } from './relevance.ts';
import { standsFor } from './trusted.ts';
import { type LinkRegion, linkRegionOf, most, regionNamed, type Yields } from './yields.ts';

/**
 * Enters a fetch. Wider regions learn what young regions in them do: the more fetches one has, the less each counts
 * there.
 * @returns what it brought, from 0 to 1
 */
export function observe(yields: Yields, fetch: Fetch): number {
  const { position, isRelevant, judged, at = 0 } = fetch;
  yields.now = at;
  const isRead = !isUnread(fetch.brought);
  const pages = isRead ? standsFor(yields, position) : 1;
  const gain = gainOf(yields, fetch);
  const weight = weightOf(fetch, gain);
  const linkRegion = linkRegionOf(yields, position);
  if (!yields.regions.has(position.pattern) && !position.pattern.endsWith('^')) {
    for (const name of position.regions.slice(0, -1)) regionNamed(yields, name).kinds++;
  }
  let young = weight / (1 + linkRegion.fetched);
  enter(linkRegion, gain, weight);
  count(linkRegion, gain, isRelevant);
  if (fetch.brought.kind === 'page' && fetch.brought.isTwin) linkRegion.twins++;
  if (fetch.unresolved.length > 0) {
    linkRegion.unresolved++;
    if (gain === 0) linkRegion.poorUnresolved++;
  }
  if (isUndecided(fetch, gain)) linkRegion.undecided++;
  let teller: YieldRegion = linkRegion;
  for (const name of position.regions.toReversed()) {
    const region = regionNamed(yields, name);
    enter(region, gain, young, teller);
    young /= 1 + region.fetched;
    count(region, gain, isRelevant);
    if (judged !== undefined) enterJudged(region, judged);
    teller = region;
  }
  count(regionNamed(yields, endingOf(position.pattern)), gain);
  enter(yields.host, gain, young, teller);
  if (judged !== undefined) enterJudged(yields.host, judged);
  count(yields.host, gain, isRelevant);
  rememberPage(yields, fetch);
  passBack(yields, position.source, gain);
  follow(yields, fetch, gain, pages);
  enterLinks(yields, fetch);
  // What nobody read tells nothing that was not expected.
  if (isRead || gain === 0 || judged !== undefined) yields.epoch++;
  if (gain > 0 && isRead) {
    yields.freed = true;
    if (yields.appealing === fetch.url) yields.appeals--;
  }
  return gain;
}

function rememberPage({ met }: Yields, { url, brought }: Fetch): void {
  const { pageHash } = urlPattern(url);
  if (pageHash === undefined) return;
  met.delete(pageHash);
  met.set(pageHash, digestOf(brought));
  for (const oldest of met.keys()) {
    if (met.size <= most.met) break;
    met.delete(oldest);
  }
}

/** A page to which links lead under another id is remembered longer than one that nobody asks for again. */
function keepMet(met: Yields['met'], url: CanonicalUrl): void {
  const { pageHash } = urlPattern(url);
  const digest = pageHash === undefined ? undefined : met.get(pageHash);
  if (pageHash === undefined || digest === undefined) return;
  met.delete(pageHash);
  met.set(pageHash, digest);
}

/** Generations of pages that earn from what they led to; each half as much as the one after it. */
const generations = 3;
const earned = 0.5;
const lost = 0.2;

/** The pages that led to a URL are judged by what it brought, too: lists live from what they list. */
function passBack(yields: Yields, source: LinkRegion | undefined, gain: number): void {
  let linkRegion = source;
  for (let i = 0, share = 1; i < generations && linkRegion !== undefined; i++, share /= 2) {
    const before = yields.linkRegionById.get(linkRegion.from);
    // What a twin led to, its other URL led to as well.
    const own = gain > 0 ? share * (1 - linkRegion.twins / Math.max(1, linkRegion.fetched)) : share;
    const young = own / Math.max(1, linkRegion.fetched);
    tell(linkRegion, gain, own);
    let teller: YieldRegion = linkRegion;
    for (const name of linkRegion.position.regions.toReversed()) {
      const region = regionNamed(yields, name);
      tell(region, gain, young, teller);
      teller = region;
    }
    linkRegion = before;
  }
}

function tell(region: YieldRegion, gain: number, weight: number, teller?: YieldRegion): void {
  if (gain > 0) credit(region, gain * weight * earned, teller);
  else enter(region, 0, weight * lost, teller);
}

/** Sees how far regions live of themselves alone. @param pages that this one stands for */
function follow(
  yields: Yields,
  { position, found, known, unresolved }: Fetch,
  gain: number,
  pages: number,
): void {
  const { linked, met } = yields;
  // A link back to what pages of the region led to just now tells nothing: a chain has those.
  const back = known.filter((url) => !isRecent(linked, url));
  for (const url of [...found, ...unresolved]) {
    linked.add(urlPattern(url).hash);
    keepMet(met, url);
  }
  keepNewest(linked, most.linked);
  const [news, others, open, backs] = [found, known, unresolved, back].map(byPattern) as Lists;
  const [widest = position.pattern] = position.regions;
  for (const name of position.regions) {
    const region = regionNamed(yields, name);
    const isInside = position.source?.position.regions.includes(name) ?? false;
    const [newOnes, knownOnes, openOnes] = [news, others, open].map((list) => countIn(name, list)) as Counts;
    // Pages of a pattern bear what lies below its widest prefix: filters upon filters stand in one pattern for each depth.
    if (gain === 0) bear(region, name === position.pattern ? countIn(widest, news) : newOnes);
    if (!isInside) region.backed++;
    else if (newOnes > 0) region.inside++;
    if (name === position.pattern)
      grow(region, { pages: isInside && openOnes === 0 ? 1 : 0, found: newOnes, known: knownOnes });
    // A page speaks once, however many older pages it leads back to.
    if (countIn(name, backs) > 0) region.backed += pages;
  }
}

type Lists = [found: ByPattern, known: ByPattern, unresolved: ByPattern, back: ByPattern];
type Counts = [found: number, known: number, unresolved: number];

/** Of what nobody has fetched yet nothing is known but this, so only regions that were met count it. */
function enterLinks(yields: Yields, { links = [], byHost }: Fetch): void {
  const { host, regions } = yields;
  if (byHost !== undefined) enterLinksByHost(yields, byHost);
  for (const { url, promised } of links) {
    enterLink(host, promised);
    for (const name of urlPattern(url).regions) {
      const region = regions.get(name);
      if (region !== undefined) enterLink(region, promised);
    }
  }
}

function isRecent(linked: Set<number>, url: CanonicalUrl): boolean {
  const { hash } = urlPattern(url);
  const wasLinked = linked.delete(hash);
  linked.add(hash);
  return wasLinked;
}

/** How many of some URLs have a pattern, and the regions of these. */
export type ByPattern = ReadonlyMap<string, { readonly regions: readonly string[]; urls: number }>;

export function byPattern(urls: readonly CanonicalUrl[]): ByPattern {
  const patterns = new Map<string, { readonly regions: readonly string[]; urls: number }>();
  for (const url of urls) {
    const { regions } = urlPattern(url);
    const pattern = regions.at(-1) as string;
    const known = patterns.get(pattern);
    if (known === undefined) patterns.set(pattern, { regions, urls: 1 });
    else known.urls++;
  }
  return patterns;
}

/** How many URLs belong to a region, whether their pages were met or not. */
export function countIn(name: string, patterns: ByPattern): number {
  const plain = trimmedEnd(name, '^');
  let count = 0;
  for (const { regions, urls } of patterns.values()) if (regions.includes(plain)) count += urls;
  return count;
}
