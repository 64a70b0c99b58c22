import type { TaxonomyExample } from './examples.ts';

/** The words of the examples below a class, and how much each is worth there. */
export interface NodeWords {
  /** Numbers of words, ascending. */
  readonly ids: Uint32Array;
  /** Inverse document frequency of each: ln((1 + examples) / (1 + examples with it)) + 1. */
  readonly factors: Float32Array;
}

/** Words that are in one example only tell nothing of a class, and are most of the words that there are. */
const leastExamples = 2;
/** With fewer examples there would be nothing left without them. */
const fewExamples = 20;

/** How much so many occurrences in a document count: ten times the word is not ten times the evidence. */
export function occurrenceWeight(count: number): number {
  return 1 + Math.log(count);
}

/**
 * The words that tell the outcomes apart best.
 * @param members the examples of each outcome
 * @param vocabulary how many words there are
 * @param most how many are kept
 */
export function chooseWords(
  members: readonly (readonly TaxonomyExample[])[],
  vocabulary: number,
  most: number,
): NodeWords {
  const width = members.length;
  const frequencies = new Uint32Array(vocabulary * width);
  const totals = new Uint32Array(vocabulary);
  for (const [outcome, some] of members.entries()) {
    for (const { ids } of some) {
      for (const id of ids) {
        frequencies[id * width + outcome] = (frequencies[id * width + outcome] as number) + 1;
        totals[id] = (totals[id] as number) + 1;
      }
    }
  }
  const sizes = members.map(({ length }) => length);
  const documents = sizes.reduce((sum, size) => sum + size, 0);
  const least = documents < fewExamples ? 1 : leastExamples;
  const ids = Array.from(totals.keys()).filter((id) => (totals[id] as number) >= least);
  const informationIn = informationOf(frequencies, sizes, documents);
  const worths = (): Float64Array => Float64Array.from(ids, (id) => informationIn(id, totals[id] as number));
  const chosen = ids.length <= most ? ids : best(ids, worths(), most);
  return {
    ids: Uint32Array.from(chosen),
    factors: Float32Array.from(chosen, (id) => Math.log((1 + documents) / (1 + (totals[id] as number))) + 1),
  };
}

/** The ids whose worth is largest, of equals the smallest, ascending. */
function best(ids: readonly number[], worths: Float64Array, most: number): readonly number[] {
  const order = Uint32Array.from(ids.keys()).sort(
    (a, b) => (worths[b] as number) - (worths[a] as number) || a - b,
  );
  return Array.from(order.subarray(0, most).sort(), (place) => ids[place] as number);
}

/**
 * The mutual information of a word's being in a document and the document's outcome, in nats (Manning, Raghavan and
 * Schütze 2008, §13.5.1). The paper's line of work takes Fisher's index; on the encyclopedia mutual information is as
 * good with fewer words, needs counts of documents only, and is not led astray by one document full of a word.
 */
function informationOf(
  frequencies: Uint32Array,
  sizes: readonly number[],
  documents: number,
): (id: number, present: number) => number {
  const width = sizes.length;
  return (id, present) => {
    const absent = documents - present;
    let information = 0;
    for (let outcome = 0; outcome < width; outcome += 1) {
      const size = sizes[outcome] as number;
      const both = frequencies[id * width + outcome] as number;
      if (both > 0) information += (both / documents) * Math.log((both * documents) / (present * size));
      const neither = size - both;
      if (neither > 0)
        information += (neither / documents) * Math.log((neither * documents) / (absent * size));
    }
    return information;
  };
}
