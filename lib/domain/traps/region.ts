import type { Birth } from '../frontier/entry.ts';
import type { CanonicalUrl } from '../url/url.ts';
import { above, isWithin } from './area.ts';
import { type Shape, shapeOf } from './shape.ts';

/**
 * A kind of pages of which it is asked whether their host makes them up: two URLs that cannot exist are asked for.
 * Where both show a page, another text each time, and each leads on to URLs that nobody knew, what only such pages lead
 * to is held.
 */
export interface Region {
  /** Given to what its made-up pages lead to (`PendingEntry.from`); no pattern has it. */
  readonly id: number;
  readonly pattern: string;
  /** A page of it: the URLs to ask for stand beside it. */
  example: CanonicalUrl;
  /**
   * `asked`: an answer is waited for. `real`: its host has no page for a URL that cannot exist, or one and the same.
   * `made-up`: pages that say `said` are; where that is empty, those that others of the region led to. `deeper`: the
   * same, but only what stands below them is held. `again`: the host does make up pages, but nothing in their text
   * tells them from others, so the example is visited a second time. `open`: that led to nothing else than before;
   * another page is visited again when the region has grown. `restless`: its pages say something else each time they
   * are asked for, so that what is no more than that is nothing new. `unproven`: the example was visited again, and whether
   * what it led to is new shows when that is compared with what was spilled.
   */
  state: 'asked' | 'real' | 'made-up' | 'deeper' | 'again' | 'open' | 'restless' | 'unproven';
  /** Phrases of the first answer; then what both answers say and the rest of the host does not: the words of an error. */
  said: readonly number[];
  /** Phrases of the longer answer; of one that is `restless`, those that were new when it was asked for again. */
  longest: number;
  /** Hashes of the URLs that the first answer led to, and phrases of the page at which it was noticed, until both are in. */
  led: readonly number[];
  noticed: readonly number[];
  /** New URLs of its kind that the example led to; 0: folders grow below it. `restless`: numbers that were new. */
  births: number;
  /** Pages of its pattern from which on another is visited again. */
  nextAt: number;
}

/** Whether its pages are made up, or taken for that until it shows. */
export function isMadeUp({ state }: Region): boolean {
  return state === 'made-up' || state === 'deeper' || state === 'unproven';
}

/** Whether an id is given to what made-up pages lead to. */
export function isOfMadeUp(
  { regions }: { readonly regions: ReadonlyMap<string, Region> },
  from: number,
): boolean {
  if (regions.size === 0 || from === 0) return false;
  for (const region of regions.values()) if (region.id === from) return true;
  return false;
}

export type PatternInArea = Pick<Shape, 'pattern' | 'area'>;

/** New URLs of the same kind. */
export function growth(shape: Shape, births: readonly Birth[]): number {
  return births.filter(({ url }) => isKindred(shapeOf(url), shape)).length;
}

/** Of one kind, or of one that stands beside it. */
export function isKindred(one: Shape, other: Shape): boolean {
  return isOfKind(one, other) || isCousin(one, other);
}

/** Of one pattern, or below it. */
export function isOfKind(one: PatternInArea, kind: PatternInArea): boolean {
  return one.pattern === kind.pattern || isBelow(one, kind);
}

export function isBelow({ area }: PatternInArea, kind: PatternInArea): boolean {
  return area !== kind.area && isWithin(area, kind.area);
}

/** In a folder beside the other's: `/old/green/chair/`, `/old/red/table/`. */
function isCousin(one: Shape, other: Shape): boolean {
  return one.depth === other.depth && one.area !== other.area && above(one.area) === above(other.area);
}

/** Whether an area is that of a kind of pages, or stands above, below or beside it. */
export function isRelated({ area }: Pick<PatternInArea, 'area'>, kind: Pick<PatternInArea, 'area'>): boolean {
  return isWithin(area, kind.area) || isWithin(kind.area, area) || isWithin(area, above(kind.area));
}
