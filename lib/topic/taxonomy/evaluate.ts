import { type ClassifierFigures, type Confusion, openConfusion } from '../learn/confusion.ts';
import { stratify } from '../learn/cross-validate.ts';
import { type ClassPath, isWithin, lineOf } from './class-path.ts';
import type { ClassTree } from './class-tree.ts';
import type { ExampleSet } from './examples.ts';
import { openTaxonomy, type Placement } from './taxonomy-classifier.ts';
import { type TaxonomyRecipe, trainTaxonomy } from './train-taxonomy.ts';

/** What a taxonomy got right. */
export interface TaxonomyFigures {
  /** Of the most likely class of each document. */
  readonly best: ClassifierFigures;
  /** Parts of the documents whose class was right down to the first, the second … level. */
  readonly levels: readonly { readonly documents: number; readonly right: number }[];
  /** For each class with others below it, how its own decision went for documents that belong below it. */
  readonly nodes: readonly NodeFigures[];
}

export interface NodeFigures {
  readonly path: ClassPath;
  readonly documents: number;
  readonly right: number;
  /** What was taken for what, the most frequent first. */
  readonly mistakes: readonly {
    readonly actual: ClassPath;
    readonly found: ClassPath;
    readonly documents: number;
  }[];
}

/** Takes down what a taxonomy makes of documents whose classes are known. */
export interface TaxonomyTally {
  add(tree: ClassTree, placement: Placement, actual: ClassPath): void;
  figures(): TaxonomyFigures;
}

export function openTaxonomyTally(classes: readonly ClassPath[]): TaxonomyTally {
  const best: Confusion = openConfusion(classes);
  const levels: { documents: number; right: number }[] = [];
  const nodes = new Map<ClassPath, Map<string, { actual: ClassPath; found: ClassPath; documents: number }>>();
  return {
    add(tree, placement, actual) {
      const found = tree[placement.best]?.path as ClassPath;
      best.add(actual, found);
      const [line, foundLine] = [lineOf(actual), lineOf(found)];
      for (const [level, path] of line.slice(1).entries()) {
        levels[level] ??= { documents: 0, right: 0 };
        levels[level].documents += 1;
        if (foundLine[level + 1] === path) levels[level].right += 1;
      }
      for (const [node, decision] of decisionsFor(tree, placement, actual)) {
        const pairs = nodes.get(node) ?? new Map();
        nodes.set(node, pairs);
        const key = `${decision.actual}\n${decision.found}`;
        const pair = pairs.get(key) ?? { ...decision, documents: 0 };
        pair.documents += 1;
        pairs.set(key, pair);
      }
    },
    figures: () => ({
      best: best.figures(),
      levels,
      nodes: [...nodes].map(([path, pairs]) => nodeFigures(path, [...pairs.values()])),
    }),
  };
}

/** At each class on the way to the document's own: which of those below it was to be taken, and which was. */
function* decisionsFor(
  tree: ClassTree,
  { logs, endLogs }: Placement,
  actual: ClassPath,
): Generator<readonly [ClassPath, { readonly actual: ClassPath; readonly found: ClassPath }]> {
  for (const [place, { path, children, examples }] of tree.entries()) {
    if (children.length === 0 || !isWithin(actual, path)) continue;
    const ends = examples > 0 ? [{ path, log: endLogs[place] as number }] : [];
    const below = children.map((child) => ({ path: tree[child]?.path ?? '', log: logs[child] as number }));
    const found = [...below, ...ends].reduce((most, one) => (one.log > most.log ? one : most));
    const wanted = below.find((one) => isWithin(actual, one.path))?.path ?? path;
    yield [path, { actual: wanted, found: found.path }];
  }
}

function nodeFigures(
  path: ClassPath,
  pairs: readonly { readonly actual: ClassPath; readonly found: ClassPath; readonly documents: number }[],
): NodeFigures {
  const count = (some: typeof pairs): number => some.reduce((sum, { documents }) => sum + documents, 0);
  const mistakes = pairs
    .filter(({ actual, found }) => actual !== found)
    .sort((a, b) => b.documents - a.documents || (a.actual < b.actual ? -1 : 1));
  return { path, documents: count(pairs), right: count(pairs) - count(mistakes), mistakes };
}

/**
 * Trains on all parts of the examples but one and tries the result on that one, for each part in turn. Examples of a
 * class that stand beside each other are in the same part.
 * @param folds at least 2
 */
export function crossValidateTaxonomy(
  set: ExampleSet,
  recipe: TaxonomyRecipe,
  folds: number,
): TaxonomyFigures {
  const classes = [...new Set(set.examples.map(({ path }) => path))].sort();
  const numbers = new Map(classes.map((path, number) => [path, number]));
  const parts = stratify(
    Uint32Array.from(set.examples, ({ path }) => numbers.get(path) as number),
    folds,
  );
  const tally = openTaxonomyTally(classes);
  for (let heldOut = 0; heldOut < folds; heldOut += 1) {
    const examples = set.examples.filter((_, at) => parts[at] !== heldOut);
    if (examples.length === 0) continue;
    const taxonomy = trainTaxonomy({ ...set, examples }, recipe);
    const classifier = openTaxonomy(taxonomy);
    for (const [at, example] of set.examples.entries())
      if (parts[at] === heldOut) tally.add(taxonomy.tree, classifier.placeExample(example), example.path);
  }
  return tally.figures();
}
