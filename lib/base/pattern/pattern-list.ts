import { gramIndex } from './gram-index.ts';
import type { Pattern } from './pattern.ts';
import { groupsOf, type PatternGroup, patternGroup } from './pattern-group.ts';

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

/** So many patterns that are looked for by the same text are better asked together. */
const maxAlike = 8;

/**
 * Patterns that can only match where a certain text occurs are tried only there, so that a text costs what it comes
 * near to, not what there is of patterns. The others are asked in groups, one pass each.
 * @param ranked in ascending order of their ranks
 */
export function patternList(ranked: readonly RankedPattern[]): PatternList {
  const { scan, crowded } = indexOf(ranked);
  const together = groupsInOrder(ranked.filter((_, at) => crowded.has(at)));
  /** For each pattern the last text that it was noted for. */
  const noted = new Uint32Array(ranked.length);
  let round = 0;
  let candidates: number[] = [];
  let lowest = 0;

  function note(at: number): void {
    if (noted[at] === round || (ranked[at] as RankedPattern).rank <= lowest) return;
    noted[at] = round;
    candidates.push(at);
  }

  return {
    last(text, above) {
      let found = above;
      for (const { group, ranks } of together) {
        if ((ranks.at(-1) as number) <= found) break;
        found = Math.max(found, ranks[group.last(text)] ?? -1);
      }
      if (scan === undefined) return found;
      candidates = [];
      lowest = found;
      round = (round + 1) >>> 0 || 1;
      scan(text, note);
      if (candidates.length > 1) candidates.sort((a, b) => b - a);
      for (const at of candidates) {
        const { pattern, rank } = ranked[at] as RankedPattern;
        if (pattern.matches(text)) return rank;
      }
      return found;
    },
  };
}

type Scan = (text: string, found: (at: number) => void) => void;

/** Finds places of patterns by their texts; those that have none, or the same ones as many others, are `crowded`. */
function indexOf(ranked: readonly RankedPattern[]): {
  readonly scan: Scan | undefined;
  readonly crowded: ReadonlySet<number>;
} {
  const crowded = new Set<number>();
  for (const [at, { pattern }] of ranked.entries()) if (pattern.literals === undefined) crowded.add(at);
  const all = literalsOf(ranked, crowded);
  const { alike } = gramIndex(all.texts);
  for (const owners of alike(maxAlike))
    for (const literal of owners) crowded.add(all.owners[literal] as number);
  const { texts, owners } = literalsOf(ranked, crowded);
  if (texts.length === 0) return { scan: undefined, crowded };
  const { scan } = gramIndex(texts);
  return { scan: (text, found) => scan(text, (literal) => found(owners[literal] as number)), crowded };
}

function literalsOf(ranked: readonly RankedPattern[], without: ReadonlySet<number>) {
  const texts: string[] = [];
  const owners: number[] = [];
  for (const [at, { pattern }] of ranked.entries()) {
    if (without.has(at)) continue;
    for (const text of pattern.literals ?? []) {
      texts.push(text);
      owners.push(at);
    }
  }
  return { texts, owners: Int32Array.from(owners) };
}

/** The group with the highest ranks first. */
function groupsInOrder(ranked: readonly RankedPattern[]) {
  let from = 0;
  return groupsOf(ranked.map(({ pattern }) => pattern))
    .map((patterns): { readonly group: PatternGroup; readonly ranks: readonly number[] } => {
      const ranks = ranked.slice(from, from + patterns.length).map(({ rank }) => rank);
      from += patterns.length;
      return { group: patternGroup(patterns), ranks };
    })
    .reverse();
}
