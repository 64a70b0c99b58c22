import { createHash } from 'node:crypto';
import type { TokeniserSettings } from '../learn/tokeniser.ts';
import type { ClassPath } from './class-path.ts';
import { type ClassTree, classTree } from './class-tree.ts';
import { digestedAtOnce, type ExampleSet, examplesByClass, type TaxonomyExample } from './examples.ts';
import { type NodeRecipe, type NodeTable, trainNode } from './train-node.ts';

export interface TaxonomyRecipe extends NodeRecipe {
  /**
   * How likely a class is before a word is seen: by its part of the examples, or all beside each other alike; or as given,
   * where a class counts as so many examples, and one that is not named as many as it has.
   */
  readonly priors: 'examples' | 'uniform' | Readonly<Record<ClassPath, number>>;
}

export const defaultTaxonomyRecipe: TaxonomyRecipe = { words: 5_000, smoothing: 0.01, priors: 'examples' };

/** A trained tree of classes. */
export interface Taxonomy {
  readonly tree: ClassTree;
  /** By number. */
  readonly words: readonly string[];
  /** One for each class that has others below it, in the order of the tree. */
  readonly tables: readonly NodeTable[];
  /** For each table what it was made of: as long as that stays the same, so does the table. */
  readonly bases: readonly string[];
  /** How documents become words. */
  readonly tokeniser: TokeniserSettings;
}

/**
 * Trains a taxonomy; the same for the same input.
 * @param before trained by the same recipe, with a beginning of the same words: what did not change since is not
 * trained again, so that moving a document costs what the classes above it cost
 */
export function trainTaxonomy(set: ExampleSet, recipe: TaxonomyRecipe, before?: Taxonomy): Taxonomy {
  const tree = classTree(examplesByClass(set));
  const within = examplesOf(tree, set);
  const known = new Map(before?.bases.map((basis, at) => [basis, before.tables[at] as NodeTable]));
  const tables: NodeTable[] = [];
  const bases: string[] = [];
  for (const [node, { children, examples }] of tree.entries()) {
    if (children.length === 0) continue;
    const outcomes = examples > 0 ? [...children, node] : children;
    const members = outcomes.map((outcome) =>
      outcome === node ? ownOf(tree, node, within) : (within[outcome] ?? []),
    );
    const basis = basisOf(tree, outcomes, members);
    const old = known.get(basis);
    tables.push(
      old === undefined
        ? trainNode(
            { node, outcomes },
            members,
            priorsOf(
              members,
              recipe,
              outcomes.map((one) => (one === node ? undefined : tree[one]?.path)),
            ),
            set.words.length,
            recipe,
          )
        : { ...old, node, outcomes },
    );
    bases.push(basis);
  }
  return { tree, words: set.words, tables, bases, tokeniser: set.tokeniser };
}

/** For each class its examples and those below it. */
function examplesOf(tree: ClassTree, { examples }: ExampleSet): readonly (readonly TaxonomyExample[])[] {
  const within = tree.map((): TaxonomyExample[] => []);
  const places = new Map(tree.map(({ path }, place) => [path, place]));
  for (const example of examples) {
    for (let place = places.get(example.path); place !== undefined; place = tree[place]?.parent)
      within[place]?.push(example);
  }
  return within;
}

function ownOf(
  tree: ClassTree,
  node: number,
  within: readonly (readonly TaxonomyExample[])[],
): readonly TaxonomyExample[] {
  return (within[node] ?? []).filter(({ path }) => path === tree[node]?.path);
}

/** @param paths of the outcomes; undefined where a document ends in the class itself */
function priorsOf(
  members: readonly (readonly TaxonomyExample[])[],
  { priors }: TaxonomyRecipe,
  paths: readonly (ClassPath | undefined)[],
): readonly number[] {
  const weights = members.map(({ length }, at) => {
    if (typeof priors === 'string') return priors === 'uniform' ? 1 : length;
    return priors[paths[at] ?? ''] ?? length;
  });
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / all);
}

function basisOf(
  tree: ClassTree,
  outcomes: readonly number[],
  members: readonly (readonly TaxonomyExample[])[],
): string {
  const sum = createHash('sha256');
  for (const [at, outcome] of outcomes.entries()) {
    sum.update(`${tree[outcome]?.path}\n`);
    const some = members[at] ?? [];
    for (let from = 0; from < some.length; from += digestedAtOnce) {
      const lines = some.slice(from, from + digestedAtOnce);
      sum.update(lines.map(({ name, digest }) => `${JSON.stringify(name)} ${digest}\n`).join(''));
    }
  }
  return sum.digest('hex').slice(0, 16);
}
