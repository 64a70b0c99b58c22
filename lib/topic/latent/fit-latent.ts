import { type Features, rowOf } from '../learn/features.ts';
import { plainTokeniser } from '../learn/tokeniser.ts';
import { fullScale, type LatentModel, logOddsAt, placeAt, placesOf, type Space } from './latent-model.ts';
import { inOwnOrder, type LatentOptions, type LatentText } from './latent-text.ts';
import { type Logistic, logistic, type PlacedExample } from './logistic.ts';
import { singularVectors } from './range-finder.ts';
import { type WordMatrix, wordMatrix } from './word-matrix.ts';

const defaults: LatentOptions = { dimensions: 50, mostWords: 20_000, tokeniser: plainTokeniser };

/**
 * Makes a space of texts, and a judge in it of what they are labelled. The same texts make the same model, whatever
 * their order.
 * @returns undefined if no text is on topic, or none shares a word with another
 */
export function fitLatentSpace(
  texts: Iterable<LatentText>,
  options: Partial<LatentOptions> = {},
): LatentModel | undefined {
  const steps = latentSteps(texts, options);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same in steps of a second at most for some thousand texts: a caller can do other things between them. */
export function* latentSteps(
  texts: Iterable<LatentText>,
  options: Partial<LatentOptions> = {},
): Generator<undefined, LatentModel | undefined> {
  const chosen = { ...defaults, ...options };
  const { dimensions } = chosen;
  const ordered = inOwnOrder(texts);
  yield;
  const { features, matrix } = wordMatrix(ordered, chosen);
  if (matrix.width === 0) return undefined;
  yield;
  const directions = yield* singularVectors(matrix, dimensions);
  const space = { ...quantised(features, directions, dimensions), dimensions };
  yield;
  const placesOfText = placing({ features, matrix }, space);
  const examples = examplesOf(ordered, placesOfText);
  if (!examples.some(({ label }) => label >= 0.5)) return undefined;
  yield;
  return {
    ...space,
    judge: judgeOf(examples, ordered, placesOfText, dimensions),
    texts: ordered.length,
    labelled: ordered.filter(({ label }) => label !== undefined).length,
  };
}

/** Price of a squared weight of the judge, in examples: from 1 to 20 topics with ten examples gain (bench/results/focus.md). */
const ridge = 5;

/** Each word's direction in bytes, its length among the factors. */
function quantised(
  features: Features,
  directions: Float64Array,
  dimensions: number,
): Pick<LatentModel, 'features' | 'vectors'> {
  const vectors = new Int8Array(directions.length);
  const factors = features.factors.map((factor, word) => {
    const own = directions.subarray(word * dimensions, (word + 1) * dimensions);
    let largest = 0;
    for (const value of own) largest = Math.max(largest, Math.abs(value));
    if (largest === 0) return 0;
    for (const [i, value] of own.entries())
      vectors[word * dimensions + i] = Math.round((value / largest) * fullScale);
    return factor * largest;
  });
  return { features: { ...features, factors }, vectors };
}

/** Where the title of a text lies, and the text itself. */
type PlacesOfText = (text: LatentText, row: number) => readonly Float64Array[];

function placing(read: WordMatrix, space: Space): PlacesOfText {
  const placeOf = placesOf(space);
  const lengths = space.features.factors.map(
    (factor, word) => factor / (read.features.factors[word] as number),
  );
  return ({ title, declared }, row) => {
    const { features, values } = rowOf(read.matrix, row);
    const own = {
      features,
      values: values.map((value, at) => value * (lengths[features[at] as number] as number)),
    };
    return [placeOf(title, declared), placeAt(own, space)].filter((place) => place !== undefined);
  };
}

/** Titles and texts of what is labelled; where nothing is off topic, what nobody labelled is taken for it. */
function examplesOf(texts: readonly LatentText[], placesOfText: PlacesOfText): readonly PlacedExample[] {
  const isOff = texts.some(({ label }) => label !== undefined && label < 0.5);
  return texts.flatMap((text, row) => {
    const { label = isOff ? undefined : 0 } = text;
    if (label === undefined) return [];
    return placesOfText(text, row).map((place) => ({ place, label, weight: 1 }));
  });
}

/** A judge of examples, and of hard negatives: texts that a filter refused and that lie near the topic by the examples alone. */
function judgeOf(
  examples: readonly PlacedExample[],
  texts: readonly LatentText[],
  placesOfText: PlacesOfText,
  dimensions: number,
): Logistic {
  const first = logistic(balanced(examples), dimensions, ridge);
  const refused = texts.flatMap((text, row) => (text.isRefused ? placesOfText(text, row) : []));
  const hard = refused.flatMap((place) =>
    logOddsAt(first, place) > 0 ? [{ place, label: 0, weight: 1 }] : [],
  );
  return hard.length === 0 ? first : logistic(balanced([...examples, ...hard]), dimensions, ridge);
}

/** What is on topic counts together as much as what is not. */
function balanced(examples: readonly PlacedExample[]): readonly PlacedExample[] {
  const on = examples.reduce((sum, { label, weight }) => sum + label * weight, 0);
  const off = examples.reduce((sum, { label, weight }) => sum + (1 - label) * weight, 0);
  const half = (on + off) / 2;
  return examples.map(({ place, label, weight }) => {
    return { place, label, weight: weight * half * (label >= 0.5 ? 1 / on : 1 / off) };
  });
}
