import { type ClassPath, isWithin } from './class-path.ts';
import type { ClassTree } from './class-tree.ts';

/** Those of some classes that lie within no other of them: what is marked above is marked below. */
export function topmost(paths: readonly ClassPath[]): readonly ClassPath[] {
  return [...new Set(paths)].filter(
    (path) => !paths.some((other) => other !== path && isWithin(path, other)),
  );
}

/**
 * How likely a document belongs to some classes or below them: the paper's R(d), Σ Pr[c | d] over the good classes that
 * have no good class above them. At most 1, as these exclude each other.
 * @param logs log Pr[c | d] for each class of the tree
 */
export function relevanceOf(tree: ClassTree, marked: readonly ClassPath[]): (logs: Float64Array) => number {
  const wanted = new Set(topmost(marked));
  const places = [...tree.keys()].filter((place) => wanted.has(tree[place]?.path ?? ''));
  return (logs) =>
    Math.min(
      1,
      places.reduce((sum, place) => sum + Math.exp(logs[place] as number), 0),
    );
}
