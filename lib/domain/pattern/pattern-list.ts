import { gramIndex } from './gram-index.ts';
import type { Pattern } from './pattern.ts';

/** A pattern and its place in an order. */
export interface RankedPattern {
  readonly pattern: Pattern;
  /** From 0; no two are the same. */
  readonly rank: number;
}

/** Many patterns of which the last that matches is wanted. */
export interface PatternList {
  /** The highest rank above `above` whose pattern matches an ASCII text, else `above`. */
  last(text: string, above: number): number;
}

/**
 * Patterns that can only match where a certain text occurs are tried only there, so that a text costs as much as what
 * it comes near to, not as much as there are patterns.
 * @param ranked in ascending order of their ranks
 */
export function patternList(ranked: readonly RankedPattern[]): PatternList {
  const always = ranked.flatMap(({ pattern }, at) => (pattern.literals === undefined ? [at] : [])).reverse();
  const literals = ranked.flatMap(({ pattern }, at) =>
    (pattern.literals ?? []).map((text) => ({ text, at })),
  );
  const ownerOf = Int32Array.from(literals, ({ at }) => at);
  const index = literals.length === 0 ? undefined : gramIndex(literals.map(({ text }) => text));
  /** For each pattern the last text that it was noted for. */
  const noted = new Uint32Array(ranked.length);
  let round = 0;
  let candidates: number[] = [];
  let lowest = 0;

  function note(literal: number): void {
    const at = ownerOf[literal] as number;
    if (noted[at] === round || (ranked[at] as RankedPattern).rank <= lowest) return;
    noted[at] = round;
    candidates.push(at);
  }

  function best(places: readonly number[], text: string, above: number): number {
    for (const at of places) {
      const { pattern, rank } = ranked[at] as RankedPattern;
      if (rank <= above) return above;
      if (pattern.matches(text)) return rank;
    }
    return above;
  }

  return {
    last(text, above) {
      const found = best(always, text, above);
      if (index === undefined) return found;
      candidates = [];
      lowest = found;
      round = (round + 1) >>> 0 || 1;
      index.scan(text, note);
      if (candidates.length > 1) candidates.sort((a, b) => b - a);
      return best(candidates, text, found);
    },
  };
}
