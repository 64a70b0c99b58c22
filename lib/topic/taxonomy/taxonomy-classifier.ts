import type { WordShare } from '../learn/linear-model.ts';
import { openTokeniser } from '../learn/tokeniser.ts';
import type { TaxonomyExample } from './examples.ts';
import type { Taxonomy } from './train-taxonomy.ts';
import { type Bag, openWordTables, type WordTables } from './word-tables.ts';

/** Where a document belongs in a tree of classes. Logarithms are natural ones. */
export interface Placement {
  /** For each class log Pr[class | document]: 0 for the root. What is below a class is in it. */
  readonly logs: Float64Array;
  /** For each class the log-probability that it is the one, and none below it: -∞ where it has no examples of its own. */
  readonly endLogs: Float64Array;
  /** The most likely class to end in: a leaf, or one with examples of its own. */
  readonly best: number;
  /** The words that speak most for a class and those above it against what is beside them, the strongest first. */
  evidence(place: number, most: number): readonly WordShare[];
}

export interface TaxonomyClassifier {
  /** @param declared the language that the document says it is in */
  place(text: string, declared?: string): Placement;
  /** The same for a document whose words are counted already. */
  placeExample(example: Pick<TaxonomyExample, 'ids' | 'counts'>): Placement;
}

/** Prepares a taxonomy for use; what it returns holds no state between documents. */
export function openTaxonomy(taxonomy: Taxonomy): TaxonomyClassifier {
  const tables = openWordTables(taxonomy);
  const wordsIn = openTokeniser(taxonomy.tokeniser);
  let numbers: ReadonlyMap<string, number> | undefined;
  return {
    place(text, declared) {
      numbers ??= new Map(taxonomy.words.map((word, number) => [word, number]));
      return placed(taxonomy, tables, bagOf(wordsIn(text, declared), numbers));
    },
    placeExample: (example) => placed(taxonomy, tables, example),
  };
}

function bagOf(words: readonly string[], numbers: ReadonlyMap<string, number>): Bag {
  const bag = new Map<number, number>();
  for (const word of words) {
    const id = numbers.get(word);
    if (id !== undefined) bag.set(id, (bag.get(id) ?? 0) + 1);
  }
  return { ids: Uint32Array.from(bag.keys()), counts: Uint32Array.from(bag.values()) };
}

/**
 * Pr[c | d] = Pr[parent(c) | d] · Pr[c | d, parent(c)], from the root down (Chakrabarti, van den Berg and Dom 1999,
 * §3.1).
 */
function placed({ tree, tables, words }: Taxonomy, lookup: WordTables, bag: Bag): Placement {
  const outputs = lookup.outputs(bag);
  const logs = new Float64Array(tree.length);
  const endLogs = new Float64Array(tree.length).fill(Number.NEGATIVE_INFINITY);
  for (const [at, { node, outcomes }] of tables.entries()) {
    const chances = logChances(outputs[at] as Float64Array);
    for (const [outcome, place] of outcomes.entries()) {
      const log = (logs[node] as number) + (chances[outcome] as number);
      if (place === node) endLogs[node] = log;
      else logs[place] = log;
    }
  }
  for (const [place, { children }] of tree.entries())
    if (children.length === 0) endLogs[place] = logs[place] as number;
  let best = 0;
  for (const [place, log] of endLogs.entries()) if (log > (endLogs[best] as number)) best = place;
  return {
    logs,
    endLogs,
    best,
    evidence: (place, most) =>
      lookup
        .shares(bag, place)
        .slice(0, most)
        .map(([id, share]) => ({ word: words[id] as string, share })),
  };
}

/** Logarithms of what the outputs stand for, so that they add up to 1. */
function logChances(outputs: Float64Array): Float64Array {
  let largest = Number.NEGATIVE_INFINITY;
  for (const output of outputs) largest = Math.max(largest, output);
  let total = 0;
  for (const output of outputs) total += Math.exp(output - largest);
  return outputs.map((output) => output - largest - Math.log(total));
}
