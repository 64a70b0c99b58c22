import type { Features, Vector } from '../learn/features.ts';
import { vectoriser } from '../learn/vectorise.ts';
import type { Logistic } from './logistic.ts';

/** What the words of a field mean, learnt from texts, and what of it is on topic. */
export interface LatentModel extends Space {
  /** Says by its log-odds whether what lies at a place is on topic; at even odds for what lies nowhere. */
  readonly judge: Logistic;
  /** Texts that the space was made of, and how many of them were labelled. */
  readonly texts: number;
  readonly labelled: number;
}

/** Where words lie. */
export interface Space {
  /** Its words; the factor of each is the length of its vector, too. */
  readonly features: Features;
  readonly dimensions: number;
  /** For each word in turn, its direction in 127ths. */
  readonly vectors: Int8Array;
}

export const fullScale = 127;

/** Where a text lies, at a distance of 1 from the middle; undefined if none of its words is known. */
export type PlaceOf = (text: string, declared?: string) => Float64Array | undefined;

export function placesOf(space: Space): PlaceOf {
  const vectorOf = vectoriser(space.features);
  return (text, declared) => placeAt(vectorOf(text, declared), space);
}

/** Where a text with these words lies. */
export function placeAt(
  { features: words, values }: Vector,
  { dimensions, vectors }: Space,
): Float64Array | undefined {
  const place = new Float64Array(dimensions);
  for (let at = 0; at < words.length; at += 1) {
    const [value, from] = [values[at] as number, (words[at] as number) * dimensions];
    for (let i = 0; i < dimensions; i += 1)
      place[i] = (place[i] as number) + value * (vectors[from + i] as number);
  }
  return toUnit(place) ? place : undefined;
}

/** False, and as it was, if it has no direction. */
export function toUnit(place: Float64Array): boolean {
  let squares = 0;
  for (const value of place) squares += value * value;
  if (squares === 0) return false;
  const length = Math.sqrt(squares);
  for (let i = 0; i < place.length; i += 1) place[i] = (place[i] as number) / length;
  return true;
}

export function logOddsAt({ weights, bias }: Logistic, place: Float64Array): number {
  let sum = bias;
  for (let i = 0; i < place.length; i += 1) sum += (weights[i] as number) * (place[i] as number);
  return sum;
}
