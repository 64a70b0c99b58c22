import { type ClassPath, isWithin, lineOf, parentOf, rootPath } from './class-path.ts';

/** How many pages of a crawl had a class as their best, kept or not. */
export interface ClassCensus {
  readonly id: string;
  readonly kept: number;
  readonly refused: number;
}

/** A class beside or above the good ones that pages of a crawl keep falling into. */
export interface Suggestion {
  readonly path: ClassPath;
  /** The good class that it is the neighbour of. */
  readonly beside: ClassPath;
  /** Pages that were refused and belong to it. */
  readonly refused: number;
  /** That many for each page that was kept. */
  readonly share: number;
  /** The class above both, where that is not the root: what would take in both. */
  readonly above?: ClassPath;
}

/** Fewer pages are accidents. */
const leastPages = 5;
/** A neighbour with less is not where the topic comes to be mixed up. */
const leastShare = 0.2;

/**
 * Where the neighbourhoods of topics mix, as the paper's *mutual funds* and *investment* do (Chakrabarti, van den Berg
 * and Dom 1999, §2.1): classes with the same class above as a good one, and those above it, that refused pages belong
 * to. Classes that are marked already are passed over. The most pages first.
 */
export function suggestMarks(
  census: readonly ClassCensus[],
  good: readonly ClassPath[],
  crawlOnly: readonly ClassPath[],
): readonly Suggestion[] {
  const marked = [...good, ...crawlOnly];
  const kept = census.reduce((sum, one) => sum + one.kept, 0);
  const found = new Map<ClassPath, Suggestion>();
  for (const { id, refused } of census) {
    if (refused === 0 || marked.some((one) => isWithin(id, one))) continue;
    const beside = good.find((one) => neighbourOf(id, one) !== undefined);
    const path = beside === undefined ? undefined : neighbourOf(id, beside);
    if (beside === undefined || path === undefined) continue;
    const all = refused + (found.get(path)?.refused ?? 0);
    const above = parentOf(beside);
    const wider = above === undefined || above === rootPath ? {} : { above };
    found.set(path, { path, beside, refused: all, share: all / Math.max(1, kept), ...wider });
  }
  return [...found.values()]
    .filter(({ refused, share }) => refused >= leastPages && share >= leastShare)
    .sort((a, b) => b.refused - a.refused || (a.path < b.path ? -1 : 1));
}

/** The class next to a good one, or above it, that another class is or lies within; undefined for one far away. */
function neighbourOf(path: ClassPath, good: ClassPath): ClassPath | undefined {
  const parent = parentOf(good);
  if (parent === undefined || !isWithin(path, parent)) return undefined;
  if (path === parent) return parent === rootPath ? undefined : parent;
  return lineOf(path)[lineOf(parent).length];
}
