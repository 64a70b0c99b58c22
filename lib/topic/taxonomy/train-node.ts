import type { TaxonomyExample } from './examples.ts';
import { chooseWords, type NodeWords, occurrenceWeight } from './node-words.ts';

/** How a class tells which of those below it a document belongs to: naive Bayes over the words that tell them apart. */
export interface NodeTable extends NodeWords {
  /** The class above, by its place in the tree. */
  readonly node: number;
  /** The classes below it; and itself, the last, where it has examples of its own. */
  readonly outcomes: readonly number[];
  /** For each word in turn, its log-probability in each outcome. */
  readonly logs: Float32Array;
  /** Log-probabilities of the outcomes before any word is seen. */
  readonly priors: Float64Array;
}

export interface NodeRecipe {
  /** Words that a class looks at, at most. */
  readonly words: number;
  /** What is added to the sum of each word in each outcome. */
  readonly smoothing: number;
}

/**
 * The multinomial model, with documents as vectors of length 1 over the words of the node: occurrences, dampened, times
 * the inverse document frequency below this class. As vectors of counts, long texts would be all too sure.
 * @param members the examples of each outcome, none empty
 * @param priors one for each outcome, adding up to 1
 */
export function trainNode(
  { node, outcomes }: Pick<NodeTable, 'node' | 'outcomes'>,
  members: readonly (readonly TaxonomyExample[])[],
  priors: readonly number[],
  vocabulary: number,
  recipe: NodeRecipe,
): NodeTable {
  const chosen = chooseWords(members, vocabulary, recipe.words);
  const sums = sumVectors(members, chosen, vocabulary);
  const width = outcomes.length;
  const totals = new Float64Array(width).fill(recipe.smoothing * chosen.ids.length);
  for (const [place, value] of sums.entries())
    totals[place % width] = (totals[place % width] as number) + value;
  const logTotals = totals.map(Math.log);
  const logs = Float32Array.from(
    sums,
    (value, place) => Math.log(value + recipe.smoothing) - (logTotals[place % width] as number),
  );
  return { node, outcomes, ...chosen, logs, priors: Float64Array.from(priors, Math.log) };
}

/** For each word in turn, what the vectors of each outcome's examples add up to. */
function sumVectors(
  members: readonly (readonly TaxonomyExample[])[],
  { ids: words, factors }: NodeWords,
  vocabulary: number,
): Float64Array {
  const width = members.length;
  const sums = new Float64Array(words.length * width);
  const places = new Int32Array(vocabulary).fill(-1);
  for (const [place, id] of words.entries()) places[id] = place;
  for (const [outcome, some] of members.entries()) {
    for (const { ids, counts } of some) {
      const found: number[] = [];
      const weights: number[] = [];
      let squares = 0;
      for (let at = 0; at < ids.length; at += 1) {
        const place = places[ids[at] as number] as number;
        if (place < 0) continue;
        const weight = occurrenceWeight(counts[at] as number) * (factors[place] as number);
        found.push(place);
        weights.push(weight);
        squares += weight * weight;
      }
      const length = Math.sqrt(squares);
      for (let at = 0; at < found.length; at += 1) {
        const cell = (found[at] as number) * width + outcome;
        sums[cell] = (sums[cell] as number) + (weights[at] as number) / length;
      }
    }
  }
  return sums;
}
