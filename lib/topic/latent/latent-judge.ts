import { openTokeniser } from '../learn/tokeniser.ts';
import { decodeLatent } from './latent-file.ts';
import { type LatentModel, logOddsAt, placesOf, toUnit } from './latent-model.ts';

/** Judges texts by what their words mean in the field of a topic. */
export interface LatentJudge {
  /** Log-odds that a text is on topic; 0 if no word of it is known. @param declared the language that its page declares */
  fit(text: string, declared?: string): number;
  /** The same as a probability. */
  score(text: string, declared?: string): number;
  /** Words on topic that lie nearest to a text and do not stand in it, the nearest first. */
  near(text: string, most: number, declared?: string): readonly string[];
  /** Where a text lies, at a distance of 1 from the middle; undefined if no word of it is known. */
  place(text: string, declared?: string): Float64Array | undefined;
  /** Where the topic lies, as far from the middle. */
  readonly topic: Float64Array;
  /** Words that are on topic by themselves, those nearest to the topic's direction first. */
  field(): readonly NearWord[];
}

/** A word, and how near it lies to a direction: their cosine. */
export interface NearWord {
  readonly name: string;
  readonly nearness: number;
}

/** Prepares a model for use. */
export function openLatentJudge(model: LatentModel): LatentJudge {
  const placeOf = placesOf(model);
  const fitOf = (text: string, declared?: string): number => {
    const place = placeOf(text, declared);
    return place === undefined ? 0 : logOddsAt(model.judge, place);
  };
  const wordsIn = openTokeniser(model.features.tokeniser);
  let field: readonly FieldWord[] | undefined;
  const topic = model.judge.weights.slice();
  toUnit(topic);
  return {
    fit: fitOf,
    score: (text, declared) => 1 / (1 + Math.exp(-fitOf(text, declared))),
    near(text, most, declared) {
      const place = placeOf(text, declared);
      if (place === undefined) return [];
      const own = new Set(wordsIn(text, declared));
      field ??= fieldWords(model);
      return nearest(model, field, place)
        .filter((word) => !own.has(word.name))
        .slice(0, most)
        .map(({ name }) => name);
    },
    place: placeOf,
    topic,
    field() {
      field ??= fieldWords(model);
      return nearest(model, field, topic);
    },
  };
}

/** The cosine of two directions, of length 1 each. */
export function cosine(one: Float64Array, other: Float64Array): number {
  let product = 0;
  for (let i = 0; i < one.length; i += 1) product += (one[i] as number) * (other[i] as number);
  return product;
}

/** Words in the order of their nearness. */
function nearest(model: LatentModel, words: readonly FieldWord[], place: Float64Array): readonly NearWord[] {
  return words
    .map((word) => {
      const name = model.features.words[word.number] as string;
      return { name, nearness: nearness(model, word, place) };
    })
    .sort((a, b) => b.nearness - a.nearness || (a.name < b.name ? -1 : 1));
}

interface FieldWord {
  readonly number: number;
  readonly length: number;
}

/** The words that are on topic by themselves. */
function fieldWords({ features, vectors, dimensions, judge }: LatentModel): readonly FieldWord[] {
  return features.words.flatMap((_, number) => {
    const own = Float64Array.from(vectors.subarray(number * dimensions, (number + 1) * dimensions));
    const length = Math.sqrt(own.reduce((sum, value) => sum + value * value, 0));
    if (
      length === 0 ||
      logOddsAt(
        judge,
        own.map((value) => value / length),
      ) <= 0
    )
      return [];
    return [{ number, length }];
  });
}

function nearness({ vectors, dimensions }: LatentModel, word: FieldWord, place: Float64Array): number {
  const from = word.number * dimensions;
  let product = 0;
  for (let i = 0; i < dimensions; i += 1) product += (vectors[from + i] as number) * (place[i] as number);
  return product / word.length;
}

const opened = new WeakMap<Uint8Array, LatentJudge>();

/** What a model judges by, made once for the same bytes. @throws WinnowError as `decodeLatent` */
export function latentJudgeOf(bytes: Uint8Array | undefined): LatentJudge | undefined {
  if (bytes === undefined) return undefined;
  let judge = opened.get(bytes);
  if (judge === undefined) {
    judge = openLatentJudge(decodeLatent(bytes, 'the latent space'));
    opened.set(bytes, judge);
  }
  return judge;
}
