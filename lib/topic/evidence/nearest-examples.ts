import type { TaxonomyExample } from '../taxonomy/examples.ts';

/** An example that is like a document. */
export interface NearExample {
  readonly name: string;
  readonly class: string;
  /** Cosine of their words, from 0 to 1. */
  readonly likeness: number;
}

/**
 * The examples that are most like a text, by the cosine of their words, each (1 + ln count) · idf.
 * @param words of the examples, by number
 * @param text as words, as the examples were read
 */
export function nearestExamples(
  words: readonly string[],
  examples: readonly TaxonomyExample[],
  text: readonly string[],
  most: number,
): readonly NearExample[] {
  const frequencies = new Uint32Array(words.length);
  for (const { ids } of examples) for (const id of ids) frequencies[id] = (frequencies[id] as number) + 1;
  const weigh = (id: number, count: number): number =>
    (1 + Math.log(count)) * (Math.log((1 + examples.length) / (1 + (frequencies[id] as number))) + 1);
  const counts = new Map<string, number>();
  for (const word of text) counts.set(word, (counts.get(word) ?? 0) + 1);
  const page = new Float64Array(words.length);
  for (const [id, word] of words.entries()) {
    const count = counts.get(word);
    if (count !== undefined) page[id] = weigh(id, count);
  }
  const length = Math.sqrt(page.reduce((sum, value) => sum + value * value, 0));
  const near = examples.map(({ name, path, ids, counts: times }) => {
    let product = 0;
    let squares = 0;
    for (const [at, id] of ids.entries()) {
      const value = weigh(id, times[at] as number);
      product += value * (page[id] as number);
      squares += value * value;
    }
    return { name, class: path, likeness: product === 0 ? 0 : product / (Math.sqrt(squares) * length) };
  });
  return near
    .filter(({ likeness }) => likeness > 0)
    .sort((a, b) => b.likeness - a.likeness || (a.name < b.name ? -1 : 1))
    .slice(0, most);
}
