import { isOver, measure, type ScopeCandidate } from './measure-url.ts';
import type { LimitTest } from './scope-settings.ts';

export interface RankedLimit {
  readonly limit: number;
  /** From 0; no two are the same. */
  readonly rank: number;
}

/** Limits of one kind, of which the last that a URL is over is wanted. */
export interface LimitList {
  /** The highest rank above `above` whose limit a URL is over, else `above`. */
  last(candidate: ScopeCandidate, above: number): number;
}

/** A URL is measured at most once, however many limits there are. @param ranked in ascending order of their ranks */
export function limitList(kind: LimitTest, ranked: readonly RankedLimit[]): LimitList {
  // Whatever is over a limit is over a lower one, too: only what lies below all later ones can have the last word.
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
