import { type Features, type Matrix, weightOf } from '../learn/features.ts';
import { growing } from '../learn/growing.ts';
import { openTokeniser } from '../learn/tokeniser.ts';
import type { LatentOptions, LatentText } from './latent-text.ts';

/** Texts as rows over the words that most of them have. */
export interface WordMatrix {
  readonly features: Features;
  readonly matrix: Matrix;
}

/** Different words of one text that count: the first ones. */
const mostOfText = 2_000;
/** Words that are remembered at once; beyond, those that one text alone had are forgotten. */
const mostRemembered = 400_000;
/** A word of fewer texts joins nothing. */
const leastTexts = 2;
/** Words in a larger part of the texts are those of the language, not of a field. */
const mostOfTexts = 0.5;

/** Counts the words of texts that are in their own order, and chooses those that the space is made of. */
export function wordMatrix(texts: readonly LatentText[], options: LatentOptions): WordMatrix {
  const wordsIn = openTokeniser(options.tokeniser);
  const words = new Map<string, number>();
  const frequencies: number[] = [];
  const [starts, ids, counts] = [growing(), growing(), growing()];
  starts.push(0);
  for (const { title, text, declared } of texts) {
    const bag = new Map<number, number>();
    for (const word of wordsIn(`${title}\n${text}`, declared)) {
      let id = words.get(word);
      if (id === undefined || !bag.has(id)) {
        if (bag.size === mostOfText) continue;
        if (id === undefined) {
          id = frequencies.push(0) - 1;
          words.set(word, id);
        }
        frequencies[id] = (frequencies[id] as number) + 1;
      }
      bag.set(id, (bag.get(id) ?? 0) + 1);
    }
    for (const [id, count] of bag) {
      ids.push(id);
      counts.push(count);
    }
    starts.push(ids.length);
    if (words.size > mostRemembered) forget(words, frequencies);
  }
  const chosen = chooseWords(words, frequencies, texts.length, options.mostWords);
  const rows = { starts: starts.taken(), ids: ids.taken(), counts: counts.taken() };
  const factors = Float32Array.from(chosen, ([, id]) => {
    return Math.log((1 + texts.length) / (1 + (frequencies[id] as number))) + 1;
  });
  const place = new Int32Array(frequencies.length).fill(-1);
  for (const [feature, [, id]] of chosen.entries()) place[id] = feature;
  return {
    features: {
      words: chosen.map(([word]) => word),
      factors,
      unit: false,
      pairs: false,
      tokeniser: options.tokeniser,
    },
    matrix: unitRows(rows, place, factors),
  };
}

/** What one text alone had says nothing yet: it is counted anew where it comes again. */
function forget(words: Map<string, number>, frequencies: readonly number[]): void {
  for (const [word, id] of words) if ((frequencies[id] as number) < leastTexts) words.delete(word);
}

/** Those of most texts, of equals the first by their code units; in the order of these. */
function chooseWords(
  words: ReadonlyMap<string, number>,
  frequencies: readonly number[],
  texts: number,
  most: number,
): readonly (readonly [string, number])[] {
  const of = ([, id]: readonly [string, number]): number => frequencies[id] as number;
  const widest = Math.max(leastTexts, mostOfTexts * texts);
  const before = ([a]: readonly [string, number], [b]: readonly [string, number]): number => (a < b ? -1 : 1);
  return [...words]
    .filter((one) => of(one) >= leastTexts && of(one) <= widest)
    .sort((a, b) => of(b) - of(a) || before(a, b))
    .slice(0, most)
    .sort(before);
}

interface Counts {
  readonly starts: Uint32Array;
  readonly ids: Uint32Array;
  readonly counts: Uint32Array;
}

/** Rows of length 1 over the chosen words. */
function unitRows({ starts, ids, counts }: Counts, place: Int32Array, factors: Float32Array): Matrix {
  const ends = new Uint32Array(starts.length);
  const features = new Uint32Array(ids.length);
  const values = new Float32Array(ids.length);
  let end = 0;
  for (let row = 0; row + 1 < starts.length; row += 1) {
    const start = end;
    let squares = 0;
    for (let at = starts[row] as number; at < (starts[row + 1] as number); at += 1) {
      const feature = place[ids[at] as number] as number;
      if (feature === -1) continue;
      const value = weightOf(counts[at] as number, factors[feature] as number);
      features[end] = feature;
      values[end] = value;
      squares += value * value;
      end += 1;
    }
    const length = Math.sqrt(squares) || 1;
    for (let at = start; at < end; at += 1) values[at] = (values[at] as number) / length;
    ends[row + 1] = end;
  }
  return {
    width: factors.length,
    starts: ends,
    features: features.slice(0, end),
    values: values.slice(0, end),
  };
}
