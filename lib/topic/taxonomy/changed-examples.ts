import type { ClassPath } from './class-path.ts';
import { type ExampleSet, openExampleSet } from './examples.ts';
import { type StoredTaxonomy, type TaxonomyWork, withWords } from './taxonomy-file.ts';

/** What a set of examples has become: what is stored of changes, as the set itself may be large. */
interface ChangedExamples {
  readonly v: 1;
  /** Examples of the set that are of another class now, by name; null: they are no examples any more. */
  readonly paths: Readonly<Record<string, ClassPath | null>>;
  /** Examples that the set has not, or that had another text there. */
  readonly added: readonly (readonly [
    name: string,
    path: ClassPath,
    words: readonly (readonly [word: string, count: number])[],
  ])[];
}

/** What has become of a set since `base`, as a text. Examples that stay are the same objects. */
export function changesSince(base: ExampleSet, { words, examples }: ExampleSet): string {
  const [were, are] = [new Set(base.examples), new Set(examples)];
  const others = new Map(examples.filter((one) => !were.has(one)).map((one) => [one.name, one]));
  const paths = base.examples
    .filter((one) => !are.has(one))
    .map(({ name, digest }): [string, ClassPath | null] => {
      const now = others.get(name);
      if (now?.digest !== digest) return [name, null];
      others.delete(name);
      return [name, now.path];
    });
  const added = [...others.values()].map(({ name, path, ids, counts }): ChangedExamples['added'][number] => [
    name,
    path,
    [...ids].map((id, at) => [words[id] as string, counts[at] as number]),
  ]);
  const changed: ChangedExamples = { v: 1, paths: Object.fromEntries(paths), added };
  return JSON.stringify(changed);
}

/**
 * A taxonomy that was trained of changed examples.
 * @param base what they are changes of
 * @param changes as `changesSince` wrote them
 * @param now the taxonomy as a crawl has it
 */
export function withChanges(base: ExampleSet, changes: string, now: StoredTaxonomy): TaxonomyWork {
  const { paths, added } = JSON.parse(changes) as ChangedExamples;
  const byName = new Map(Object.entries(paths));
  const examples = base.examples.flatMap((one) => {
    const path = byName.get(one.name);
    if (path === null) return [];
    return path === undefined ? [one] : [{ ...one, path }];
  });
  const set = withAdded({ ...base, examples }, added);
  return { taxonomy: withWords(now.taxonomy, set.words), set, notes: now.header };
}

function withAdded(set: ExampleSet, added: ChangedExamples['added']): ExampleSet {
  if (added.length === 0) return set;
  const builder = openExampleSet(set);
  for (const [name, path, words] of added) builder.put(name, path, new Map(words));
  return builder.finish();
}
