import { WinnowError } from '../../base/error.ts';
import { type ClassPath, isWithin, nameOf, parentOf, rootPath } from './class-path.ts';
import type { ExampleSet, TaxonomyExample } from './examples.ts';

/** What somebody does to the classes of examples. */
export type ClassEdit =
  | { readonly act: 'move'; readonly names: readonly string[]; readonly to: ClassPath }
  /** A class, with all below it, comes below another one. */
  | { readonly act: 'move-class'; readonly from: ClassPath; readonly below: ClassPath }
  /** Some classes, with what is below them, become one. */
  | { readonly act: 'merge'; readonly from: readonly ClassPath[]; readonly into: ClassPath }
  /** A class and all below it are no more; their examples go with them, or to the class above. */
  | { readonly act: 'eliminate'; readonly gone: ClassPath; readonly examples: 'drop' | 'keep' };

export interface EditedClasses {
  readonly set: ExampleSet;
  /** What a class is called after the edit; undefined: it is no more. */
  pathOf(path: ClassPath): ClassPath | undefined;
}

/** @throws WinnowError `not-found` for unknown examples, with similar names; `usage` for what cannot be done to a class */
export function editClasses(set: ExampleSet, edit: ClassEdit): EditedClasses {
  if (edit.act === 'move') {
    const names = new Set(edit.names);
    for (const name of names) requireExample(set, name);
    const to = ({ name, path }: TaxonomyExample) => (names.has(name) ? edit.to : path);
    return { set: reclassified(set, to), pathOf: (path) => path };
  }
  if (edit.act === 'eliminate') {
    const { gone } = edit;
    if (gone === rootPath) throw new WinnowError('usage', 'the root cannot be removed');
    const above = edit.examples === 'keep' ? parentOf(gone) : undefined;
    const to = ({ path }: TaxonomyExample) => (isWithin(path, gone) ? above : path);
    return { set: reclassified(set, to), pathOf: (path) => (isWithin(path, gone) ? undefined : path) };
  }
  const pathOf = edit.act === 'merge' ? mergedPath(edit) : movedPath(set, edit);
  return { set: reclassified(set, ({ path }) => pathOf(path)), pathOf };
}

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

function mergedPath({ from, into }: Extract<ClassEdit, { act: 'merge' }>) {
  return (path: ClassPath): ClassPath => (from.some((one) => isWithin(path, one)) ? into : path);
}

function movedPath({ examples }: ExampleSet, { from, below }: Extract<ClassEdit, { act: 'move-class' }>) {
  if (from === rootPath || isWithin(below, from))
    throw new WinnowError('usage', `${from} cannot come below ${below}`);
  const next = `${below === rootPath ? '' : below}/${nameOf(from)}`;
  if (examples.some(({ path }) => isWithin(path, next)))
    throw new WinnowError('usage', `${next} is there already: merge the two`);
  return (path: ClassPath): ClassPath => (isWithin(path, from) ? `${next}${path.slice(from.length)}` : path);
}

function requireExample({ examples }: ExampleSet, name: string): void {
  if (examples.some((one) => one.name === name)) return;
  const like = examples.filter((one) => one.name.includes(name)).slice(0, maxSimilarNames);
  const hint = like.length === 0 ? '' : `; similar names: ${like.map((one) => one.name).join(', ')}`;
  throw new WinnowError('not-found', `no example is named ${name}${hint}`);
}

/** Most similar names that an error lists for an unknown name. */
const maxSimilarNames = 5;
