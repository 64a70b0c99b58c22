import type { ClassPath } from './class-path.ts';
import { type ExampleSet, openExampleSet, type TaxonomyExample } from './examples.ts';

/** What a set of examples has become: what is stored of changes, as the set itself may be large. */
export interface ChangedExamples {
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

/** What has become of a set since `base`. */
export function changesSince(base: ExampleSet, { words, examples }: ExampleSet): ChangedExamples {
  const now = new Map(examples.map((one) => [one.name, one]));
  const stays = (was: TaxonomyExample): boolean => now.get(was.name)?.digest === was.digest;
  const kept = new Set(base.examples.filter(stays).map(({ name }) => name));
  const paths = base.examples.flatMap((was): [string, ClassPath | null][] => {
    const path = kept.has(was.name) ? (now.get(was.name)?.path ?? null) : null;
    return path === was.path ? [] : [[was.name, path]];
  });
  const added = examples
    .filter(({ name }) => !kept.has(name))
    .map(({ name, path, ids, counts }): ChangedExamples['added'][number] => [
      name,
      path,
      [...ids].map((id, at) => [words[id] as string, counts[at] as number]),
    ]);
  return { v: 1, paths: Object.fromEntries(paths), added };
}

/** The set that `base` has become. */
export function withChanges(base: ExampleSet, { paths, added }: ChangedExamples): ExampleSet {
  const byName = new Map(Object.entries(paths));
  const examples = base.examples.flatMap((one) => {
    const path = byName.get(one.name);
    if (path === null) return [];
    return path === undefined ? [one] : [{ ...one, path }];
  });
  const builder = openExampleSet({ ...base, examples });
  for (const [name, path, words] of added) builder.put(name, path, new Map(words));
  return builder.finish();
}
