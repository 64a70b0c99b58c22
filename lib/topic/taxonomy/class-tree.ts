import { type ClassPath, lineOf, nameOf, parentOf } from './class-path.ts';

/** A class and its place in the tree. Classes are named by their place in the list of all. */
export interface ClassNode {
  readonly path: ClassPath;
  readonly name: string;
  /** Absent for the root. */
  readonly parent?: number;
  /** By name. */
  readonly children: readonly number[];
  /** Examples of the class itself, without those below it. */
  readonly examples: number;
}

/** Every class after the one above it, and before the next beside it: the root is the first. */
export type ClassTree = readonly ClassNode[];

/** The tree of some classes and all above them. @param examples how many each has of its own */
export function classTree(examples: ReadonlyMap<ClassPath, number>): ClassTree {
  const paths = [...new Set([...examples.keys(), '/'].flatMap(lineOf))].sort(inTreeOrder);
  const places = new Map(paths.map((path, place) => [path, place]));
  const children = paths.map((): number[] => []);
  const parents = paths.map((path) => places.get(parentOf(path) ?? ''));
  for (const [place, parent] of parents.entries()) if (parent !== undefined) children[parent]?.push(place);
  return paths.map((path, place) => {
    const parent = parents[place];
    return {
      path,
      name: nameOf(path),
      ...(parent === undefined ? {} : { parent }),
      children: children[place] as number[],
      examples: examples.get(path) ?? 0,
    };
  });
}

/** Slashes come before all else, so that what is below a class follows it. */
function inTreeOrder(a: ClassPath, b: ClassPath): number {
  const [left, right] = [a.replaceAll('/', '\0'), b.replaceAll('/', '\0')];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** For each class how many examples it has with all below it. */
export function examplesWithin(tree: ClassTree): Uint32Array {
  const sums = Uint32Array.from(tree, ({ examples }) => examples);
  for (let place = tree.length - 1; place > 0; place -= 1) {
    const parent = tree[place]?.parent as number;
    sums[parent] = (sums[parent] as number) + (sums[place] as number);
  }
  return sums;
}
