import { hash } from 'node:crypto';
import { WinnowError } from '../../base/error.ts';
import type { ClassifierFigures } from '../learn/confusion.ts';
import { vocabularyDigest } from '../learn/model-file.ts';
import {
  type FrameBody,
  type FrameHeader,
  numberBytes,
  readFrameOf,
  textBytes,
  writeFrame,
} from '../learn/model-frame.ts';
import { isPlain, readTokeniser } from '../learn/tokeniser.ts';
import type { ClassPath } from './class-path.ts';
import { classTree } from './class-tree.ts';
import { type ExampleSet, exampleSetDigest, type TaxonomyExample } from './examples.ts';
import type { NodeTable } from './train-node.ts';
import type { Taxonomy, TaxonomyRecipe } from './train-taxonomy.ts';

/** What the file of a taxonomy says of itself. */
export interface TaxonomyHeader extends FrameHeader {
  readonly kind: 'taxonomy';
  readonly settings: TaxonomyRecipe;
  /** What a tokeniser says now; models of before have it. */
  readonly stopWords?: readonly string[];
  /** In the order of the tree, with how many examples each has of its own; those that only lie above others too. */
  readonly classes: readonly (readonly [path: ClassPath, examples: number])[];
  readonly tables: readonly {
    readonly node: number;
    readonly outcomes: readonly number[];
    readonly words: number;
    readonly basis: string;
  }[];
  readonly trainingSet: {
    readonly documents: number;
    readonly digest: string;
  };
  readonly vocabulary: { readonly words: number; readonly digest: string };
  /** Examples that are in the file, so that it can be changed; 0 in what a crawl gets. */
  readonly examples: number;
  /** Best classes in cross-validation; absent when it was not done. */
  readonly figures?: ClassifierFigures;
}

/** What is known of a taxonomy beside its numbers. */
export type TaxonomyNotes = Pick<TaxonomyHeader, 'date' | 'settings' | 'figures'>;

/** A taxonomy with what it was trained with, as it is worked on. */
export interface TaxonomyWork {
  readonly taxonomy: Taxonomy;
  readonly set: ExampleSet;
  readonly notes: TaxonomyNotes;
}

/** A taxonomy as bytes, with its examples; the same for the same taxonomy. */
export function writeTaxonomy({ taxonomy, set, notes }: TaxonomyWork): Uint8Array {
  return encode(taxonomy, notes, trainingSetOf(set), set.examples);
}

/**
 * What a crawl needs of a taxonomy: without examples, and without words that no class looks at.
 * @throws WinnowError as `readTaxonomy`
 */
export function withoutExamples(bytes: Uint8Array, name: string): Uint8Array {
  const { taxonomy, header } = readTaxonomy(bytes, name);
  return encode(withoutUnused(taxonomy), header, header.trainingSet, []);
}

/** The same of a taxonomy that is worked on. */
export function writeForCrawl({ taxonomy, set, notes }: TaxonomyWork): Uint8Array {
  return encode(withoutUnused(taxonomy), notes, trainingSetOf(set), []);
}

function withoutUnused(taxonomy: Taxonomy): Taxonomy {
  const used = new Uint8Array(taxonomy.words.length);
  for (const { ids } of taxonomy.tables) for (const id of ids) used[id] = 1;
  const words = taxonomy.words.filter((_, id) => used[id] === 1);
  let next = 0;
  return renumbered(
    taxonomy,
    words,
    Uint32Array.from(used, (one) => (one === 1 ? next++ : 0)),
  );
}

/** A taxonomy of a crawl over all the words that its examples have. */
export function withWords(taxonomy: Taxonomy, words: readonly string[]): Taxonomy {
  const numbers = new Map(words.map((word, number) => [word, number]));
  return renumbered(
    taxonomy,
    words,
    Uint32Array.from(taxonomy.words, (word) => numbers.get(word) ?? 0),
  );
}

function renumbered(taxonomy: Taxonomy, words: readonly string[], numbers: Uint32Array): Taxonomy {
  const tables = taxonomy.tables.map((table) => ({
    ...table,
    ids: table.ids.map((id) => numbers[id] as number),
  }));
  return { ...taxonomy, words, tables };
}

function trainingSetOf(set: ExampleSet): TaxonomyHeader['trainingSet'] {
  return { documents: set.examples.length, digest: exampleSetDigest(set) };
}

/** By what an installation keeps a taxonomy with its examples. @param digest of its file */
export function taxonomyWorkKey(digest: string): string {
  return hash('sha256', `taxonomy with the examples of ${digest}`);
}

function encode(
  { tree, words, tables, bases, tokeniser }: Taxonomy,
  notes: TaxonomyNotes,
  trainingSet: TaxonomyHeader['trainingSet'],
  examples: readonly TaxonomyExample[],
): Uint8Array {
  const header: TaxonomyHeader = {
    kind: 'taxonomy',
    date: notes.date,
    settings: notes.settings,
    ...(isPlain(tokeniser) ? {} : { tokeniser }),
    classes: tree.map(({ path, examples: own }) => [path, own]),
    tables: tables.map(({ node, outcomes, ids }, at) => ({
      node,
      outcomes,
      words: ids.length,
      basis: bases[at] as string,
    })),
    trainingSet,
    vocabulary: { words: words.length, digest: vocabularyDigest(words) },
    examples: examples.length,
    ...(notes.figures === undefined ? {} : { figures: notes.figures }),
  };
  return writeFrame(header, [
    textBytes(words),
    ...tables.flatMap(({ ids, factors, logs, priors }) =>
      [ids, factors, logs, priors].map((numbers) => numberBytes(numbers)),
    ),
    textBytes(
      examples.map(({ name, path, digest, ids }) => JSON.stringify([name, path, digest, ids.length])),
    ),
    ...examples.flatMap(({ ids, counts }) => [numberBytes(ids), numberBytes(counts)]),
  ]);
}

export interface StoredTaxonomy {
  readonly taxonomy: Taxonomy;
  readonly header: TaxonomyHeader;
  readonly examples: readonly TaxonomyExample[];
}

/**
 * Reads what `writeTaxonomy` or `withoutExamples` wrote.
 * @param name of the file, for messages
 * @throws WinnowError as `readFrame`; `config` for another kind of model; in one line
 */
export function readTaxonomy(bytes: Uint8Array, name: string): StoredTaxonomy {
  const { header, body } = readFrameOf<TaxonomyHeader>(bytes, name, 'taxonomy', 'a taxonomy');
  const { texts: words, digest } = body.digestedTexts();
  if (digest !== header.vocabulary.digest)
    throw new WinnowError('corrupt', `${name}: its vocabulary is not the one that it was trained with`);
  const tables = header.tables.map((table) => readTable(table, body));
  const examples = body.texts().map((line) => readExample(line));
  // One copy for all: a copy for each takes most of the time.
  const numbers = body.words32(2 * examples.reduce((sum, { size }) => sum + size, 0));
  let at = 0;
  const next = (size: number): Uint32Array => {
    at += size;
    return numbers.subarray(at - size, at);
  };
  const whole = examples.map(({ name, path, digest, size }) => ({
    ...{ name, path, digest },
    ids: next(size),
    counts: next(size),
  }));
  if (!body.isSpent() || whole.length !== header.examples)
    throw new WinnowError('corrupt', `${name}: its numbers are not as many as its header says`);
  const tree = classTree(new Map(header.classes.filter(([, own]) => own > 0)));
  const bases = header.tables.map(({ basis }) => basis);
  const { stopWords = [] } = header;
  const tokeniser = readTokeniser(header.tokeniser ?? { stopWords, languages: [] }, name);
  return { taxonomy: { tree, words, tables, bases, tokeniser }, header, examples: whole };
}

function readTable({ node, outcomes, words }: TaxonomyHeader['tables'][number], body: FrameBody): NodeTable {
  const width = outcomes.length;
  const [ids, factors] = [body.words32(words), body.floats32(words)];
  return { node, outcomes, ids, factors, logs: body.floats32(words * width), priors: body.floats64(width) };
}

function readExample(
  line: string,
): Pick<TaxonomyExample, 'name' | 'path' | 'digest'> & { readonly size: number } {
  const [name, path, digest, size] = JSON.parse(line) as [string, string, string, number];
  return { name, path, digest, size };
}
