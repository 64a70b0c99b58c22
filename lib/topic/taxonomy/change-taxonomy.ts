import { WinnowError } from '../../base/error.ts';
import type { ClassPath } from './class-path.ts';
import type { ExampleSet } from './examples.ts';
import { openTaxonomy } from './taxonomy-classifier.ts';
import type { TaxonomyWork } from './taxonomy-file.ts';
import { trainTaxonomy } from './train-taxonomy.ts';

/** A class with another number of examples of its own than before; `undefined` where there was, or is, no such class. */
export interface ChangedClass {
  readonly path: ClassPath;
  readonly before: number | undefined;
  readonly after: number | undefined;
}

/** What a change of the examples makes of a taxonomy. */
export interface ChangedTaxonomy {
  readonly work: TaxonomyWork;
  /** The number of classes that were trained. */
  readonly trained: number;
  readonly changed: readonly ChangedClass[];
}

/** Trains the classes whose examples have changed. @throws WinnowError `config` for examples of fewer than two classes */
export function changeTaxonomy(
  { taxonomy, notes: { settings } }: TaxonomyWork,
  set: ExampleSet,
  date: string,
): ChangedTaxonomy {
  requireClasses(set);
  const after = trainTaxonomy(set, settings, taxonomy);
  const known = new Set(taxonomy.bases);
  const [was, is] = [taxonomy, after].map(
    ({ tree }) => new Map(tree.map(({ path, examples }) => [path, examples])),
  );
  const changed = [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])]
    .filter((path) => was?.get(path) !== is?.get(path))
    .map((path) => ({ path, before: was?.get(path), after: is?.get(path) }));
  return {
    // Figures that were measured before the change do not hold for the changed taxonomy.
    work: { taxonomy: after, set, notes: { date, settings } },
    trained: after.bases.filter((basis) => !known.has(basis)).length,
    changed,
  };
}

/** @throws WinnowError `config` for examples of fewer than two classes */
export function requireClasses({ examples }: ExampleSet): void {
  const classes = new Set(examples.map(({ path }) => path));
  if (classes.size > 1) return;
  const [only] = classes;
  throw new WinnowError(
    'config',
    only === undefined
      ? 'no document has words to learn from'
      : `give documents of at least two classes: all documents are of the class ${only}`,
  );
}

/** Examples of before and after a change whose best class is another one after it. */
export function judgedDifferently(before: TaxonomyWork, after: TaxonomyWork) {
  const [was, is] = [openTaxonomy(before.taxonomy), openTaxonomy(after.taxonomy)];
  const old = new Set(before.set.examples.map(({ name }) => name));
  return after.set.examples.flatMap((example) => {
    if (!old.has(example.name)) return [];
    const then = before.taxonomy.tree[was.placeExample(example).best]?.path;
    const now = after.taxonomy.tree[is.placeExample(example).best]?.path;
    return then === now ? [] : [{ name: example.name, before: then, after: now }];
  });
}
