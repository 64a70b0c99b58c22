import { isOver, measure, type ScopeCandidate } from './measure-url.ts';
import type { LimitTest } from './scope-settings.ts';

export interface RankedLimit {
  readonly limit: number;
  /** From 0; no two are the same. */
  readonly rank: number;
}

/** Limits of one kind, such as depth. */
export interface LimitList {
  /** Returns the highest rank whose limit the URL exceeds, or `above` if that rank is not higher. */
  last(candidate: ScopeCandidate, above: number): number;
}

/** Combines limits so that a URL is measured at most once. @param ranked in ascending order of their ranks */
export function limitList(kind: LimitTest, ranked: readonly RankedLimit[]): LimitList {
  // A URL over a limit is over every lower limit: a limit can only decide if it is lower than all later limits.
  const falling: RankedLimit[] = [];
  for (const one of ranked.toReversed()) if (one.limit < lowestOf(falling)) falling.push(one);
  const [latest] = falling;
  const lowest = lowestOf(falling);
  return {
    last(candidate, above) {
      if (latest === undefined || latest.rank <= above || !isOver(kind, lowest, candidate)) return above;
      const amount = falling.length === 1 ? Number.POSITIVE_INFINITY : measure(kind, candidate);
      const found = falling.find(({ limit }) => limit < amount) as RankedLimit;
      return Math.max(found.rank, above);
    },
  };
}

function lowestOf(falling: readonly RankedLimit[]): number {
  return falling.at(-1)?.limit ?? Number.POSITIVE_INFINITY;
}
