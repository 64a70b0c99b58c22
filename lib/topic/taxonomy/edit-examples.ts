import { type ClassPath, isWithin, nameOf, parentOf, rootPath } from './class-path.ts';
import type { ExampleSet, TaxonomyExample } from './examples.ts';

/** Examples with other classes: `undefined` takes an example out. */
function reclassified(
  set: ExampleSet,
  pathOf: (example: TaxonomyExample) => ClassPath | undefined,
): ExampleSet {
  const examples = set.examples.flatMap((example) => {
    const path = pathOf(example);
    if (path === undefined) return [];
    return path === example.path ? [example] : [{ ...example, path }];
  });
  return { ...set, examples };
}

/** Some examples, by name, belong to another class. */
export function moveExamples(set: ExampleSet, names: ReadonlySet<string>, to: ClassPath): ExampleSet {
  return reclassified(set, ({ name, path }) => (names.has(name) ? to : path));
}

/** A class, with all below it, comes below another one. */
export function moveClass(set: ExampleSet, from: ClassPath, below: ClassPath): ExampleSet {
  return reclassified(set, ({ path }) => (isWithin(path, from) ? movedPath(path, from, below) : path));
}

/** What a class that lies within `from` is called once that lies below another one. */
export function movedPath(path: ClassPath, from: ClassPath, below: ClassPath): ClassPath {
  return `${below === rootPath ? '' : below}/${nameOf(from)}${path.slice(from.length)}`;
}

/** Some classes, with what is below them, become one. */
export function mergeClasses(set: ExampleSet, from: readonly ClassPath[], into: ClassPath): ExampleSet {
  return reclassified(set, ({ path }) => (from.some((one) => isWithin(path, one)) ? into : path));
}

/** A class and all below it are no more; their examples go with them, or to the class above. */
export function eliminateClass(set: ExampleSet, gone: ClassPath, examples: 'drop' | 'keep'): ExampleSet {
  const above = examples === 'keep' ? parentOf(gone) : undefined;
  return reclassified(set, ({ path }) => (isWithin(path, gone) ? above : path));
}
