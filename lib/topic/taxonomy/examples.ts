import { createHash, hash } from 'node:crypto';
import { openTokeniser, plainTokeniser, type TokeniserSettings } from '../learn/tokeniser.ts';
import type { ClassPath } from './class-path.ts';

/** A document that classes are learnt from: which words it has, and how often. */
export interface TaxonomyExample {
  /** A path, an id or a URL: by it a user means it. No two examples have the same. */
  readonly name: string;
  readonly path: ClassPath;
  /** Numbers of words, each once. */
  readonly ids: Uint32Array;
  readonly counts: Uint32Array;
  /** Of the words and how often each is there, whatever their numbers: 16 hex digits of a SHA-256. */
  readonly digest: string;
}

/** What a taxonomy is trained with. */
export interface ExampleSet {
  /** By number. */
  readonly words: readonly string[];
  readonly examples: readonly TaxonomyExample[];
  /** How documents became words. */
  readonly tokeniser: TokeniserSettings;
}

/** Gathers examples one by one; texts are not kept, so that memory grows with their words only. */
export interface ExampleSetBuilder {
  /**
   * One of the same name is replaced. False for a document without words: nothing can be learnt from it.
   * @param declared the language that it says it is in
   */
  add(name: string, path: ClassPath, text: string, declared?: string): boolean;
  /** The same of a document whose words are known. @param bag how often each word is in it; not empty */
  put(name: string, path: ClassPath, bag: ReadonlyMap<string, number>): void;
  finish(): ExampleSet;
}

/** @param before what there is already; what is added becomes words in the same way */
export function openExampleSet(
  before: ExampleSet = { words: [], examples: [], tokeniser: plainTokeniser },
): ExampleSetBuilder {
  const { tokeniser } = before;
  const wordsIn = openTokeniser(tokeniser);
  const numbers = new Map(before.words.map((word, number) => [word, number]));
  const byName = new Map(before.examples.map((example) => [example.name, example]));
  const put = (name: string, path: ClassPath, bag: ReadonlyMap<string, number>): void => {
    const ids = Uint32Array.from(bag.keys(), (word) => {
      let number = numbers.get(word);
      if (number === undefined) {
        number = numbers.size;
        numbers.set(word, number);
      }
      return number;
    });
    const digest = hash('sha256', JSON.stringify([...bag])).slice(0, 16);
    byName.set(name, { name, path, ids, counts: Uint32Array.from(bag.values()), digest });
  };
  return {
    add(name, path, text, declared) {
      const bag = new Map<string, number>();
      for (const word of wordsIn(text, declared)) bag.set(word, (bag.get(word) ?? 0) + 1);
      if (bag.size > 0) put(name, path, bag);
      return bag.size > 0;
    },
    put,
    finish: () => ({ words: [...numbers.keys()], examples: [...byName.values()], tokeniser }),
  };
}

/** How many examples each class has of its own. */
export function examplesByClass({ examples }: ExampleSet): ReadonlyMap<ClassPath, number> {
  const counts = new Map<ClassPath, number>();
  for (const { path } of examples) counts.set(path, (counts.get(path) ?? 0) + 1);
  return counts;
}

/** Examples in one call of a hash, which costs more than they do. */
export const digestedAtOnce = 1_000;

/** SHA-256 of all examples and their classes, in their order. */
export function exampleSetDigest({ examples }: ExampleSet): string {
  const sum = createHash('sha256');
  for (let at = 0; at < examples.length; at += digestedAtOnce) {
    const some = examples.slice(at, at + digestedAtOnce);
    sum.update(some.map(({ name, path, digest }) => `${JSON.stringify([name, path, digest])}\n`).join(''));
  }
  return sum.digest('hex');
}
