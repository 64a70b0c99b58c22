import type { Pending } from './entry.ts';

/** Requisites of a page come after the pages of its depth, and before what these lead to. No listed page has such a rank. */
const requisiteOffset = 0.45;
/** What a style names comes after what a page names, and leads no further. */
const levelOffset = 0.01;
const maxLevel = 1;

/**
 * The rank of a picture, style or script. No other URL has such a rank, so that it alone marks a URL as one that is never a page. @param
 * level 0: a page names it; 1: a style does
 */
export function requisiteRank(depth: number, level: number): number {
  return depth + requisiteOffset + level * levelOffset;
}

/** Undefined: a page, or what may be one. */
export function requisiteLevel({ depth, rank, hops }: Omit<Pending, 'url'>): number | undefined {
  const level = (rank - depth - hops - requisiteOffset) / levelOffset;
  const whole = Math.round(level);
  return Math.abs(level - whole) < 0.2 && whole >= 0 && whole <= maxLevel ? whole : undefined;
}

/** Whether what has these bytes at this level names requisites that are wanted, too. */
export function leadsFurther(level: number): boolean {
  return level < maxLevel;
}
