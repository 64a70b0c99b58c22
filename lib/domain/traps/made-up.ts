import type { CanonicalUrl } from '../url/url.ts';
import type { TextSketch } from '../yield/text-sketch.ts';
import { patternById, type TrapAccounts } from './accounts.ts';
import { isBelow, isMadeUp, isOfKind, isRelated, type Region } from './region.ts';
import { type Shape, shapeOf } from './shape.ts';
import { hasIdleId } from './token-rules.ts';

/** Most of what an error says; some of it may be another piece each time. */
const share = 0.8;
/** Phrases that are no accident outside of the region, too. */
export const clearError = 2;
/** How much more than another a page may say that is an error. */
const mostLonger = 1.5;
const someLonger = 12;

/**
 * The region whose made-up pages a page is one of.
 * @param from id of the pattern on whose page it was found
 */
export function madeUpBy(
  accounts: TrapAccounts,
  shape: Shape,
  sketch: TextSketch | undefined,
  from: number,
): Region | undefined {
  for (const region of accounts.regions.values()) {
    if (!isMadeUp(region)) continue;
    const isHere = isOfKind(shape, shapeOf(region.example));
    if (region.said.length === 0) {
      if (isHere && isInside(accounts, region, shape, from)) return region;
    } else if (isHere || (region.state === 'made-up' && region.said.length >= clearError)) {
      if (sketch !== undefined && isLike(region, sketch)) return region;
    }
  }
  return undefined;
}

/** Whether the pattern on whose page something was found is one of a region; of folders below it most are soon forgotten. */
function isInside(
  accounts: TrapAccounts,
  { id, pattern, example }: Region,
  shape: Shape,
  from: number,
): boolean {
  const finder = patternById(accounts, from);
  const kind = shapeOf(example);
  if (from === id || finder?.pattern === pattern) return true;
  if (finder === undefined) return from > 0 && isBelow(shape, kind);
  const area = accounts.areas.get(finder.area)?.area;
  return area !== undefined && isBelow({ pattern: '', area }, kind);
}

/** Whether a page says what those of a region say. */
function isLike({ said, longest }: Region, { words, limit }: TextSketch): boolean {
  // What an error says may stand around real pages, too.
  if (words.length > mostLonger * longest + someLonger) return false;
  const asked = said.filter((phrase) => phrase < limit);
  return asked.length > 0 && asked.filter((phrase) => words.includes(phrase)).length >= share * asked.length;
}

/** A page that no made-up one led to says phrases of an error: they are not the error's own. */
export function unlearn(accounts: TrapAccounts, shape: Shape, { words }: TextSketch): void {
  for (const region of accounts.regions.values()) {
    if (!isMadeUp(region) || region.said.length === 0 || isRelated(shape, shapeOf(region.example))) continue;
    const left = region.said.filter((phrase) => !words.includes(phrase));
    if (left.length === region.said.length) continue;
    region.said = left;
    if (left.length > 0) continue;
    region.state = 'open';
    accounts.epoch++;
    accounts.opened = true;
  }
}

/**
 * Ids were found to say nothing: the links of pages under such ids were new by the id alone, which is no sign of a
 * made-up page. The regions of those pages are asked about anew once they have grown.
 */
export function forgetUnderIds({ regions, rules }: TrapAccounts): void {
  for (const region of regions.values()) {
    if (!isMadeUp(region) || !hasIdleId(rules, region.example)) continue;
    region.state = 'open';
    region.said = [];
  }
}

/** The region on whose made-up pages only a URL was found, where that holds it. @param from of the pending URL */
export function foundIn({ regions }: TrapAccounts, from: number, shape: Shape): Region | undefined {
  for (const region of regions.values()) {
    if (region.id !== from || !isMadeUp(region)) continue;
    if (region.state === 'made-up' && region.said.length > 0) return region;
    const example = shapeOf(region.example);
    if (region.state === 'deeper' ? isBelow(shape, example) : isOfKind(shape, example)) return region;
  }
  return undefined;
}

/** Whether it is not known that pages of this pattern are real, or known that some are made up. */
export function isDoubted({ regions }: TrapAccounts, { pattern }: Shape): boolean {
  const region = regions.get(pattern);
  return region !== undefined && region.state !== 'real';
}

/** Whether pages that were visited before are to be looked at, too: some are known to be made up, or one is visited for that. */
export function looksAgain({ regions }: TrapAccounts): boolean {
  return regions.size > 0 && [...regions.values()].some((one) => isMadeUp(one) || one.state === 'again');
}

/**
 * For what a page leads to that was visited before: the id of the region that it is the example of, or that makes it
 * up; else 0.
 */
export function idOfRevisit(
  accounts: TrapAccounts,
  url: CanonicalUrl,
  sketch: TextSketch | undefined,
): number {
  for (const { id, state, example } of accounts.regions.values()) {
    if (state === 'again' && example === url) return id;
  }
  if (accounts.regions.size === 0) return 0;
  const shape = shapeOf(url);
  // Where nothing in its text tells, it is taken for one of its kind.
  return madeUpBy(accounts, shape, sketch, accounts.patterns.get(shape.pattern)?.id ?? 0)?.id ?? 0;
}
