import fc from 'fast-check';
import { type ExampleSet, openExampleSet } from '../../../lib/topic/taxonomy/examples.ts';

/** A text and the path of its class. */
export type Labelled = readonly [text: string, path: string];

/** Two levels, one class with examples beside those below it, and one with a single class below it. */
export const labelled: readonly Labelled[] = [
  ['the tawny owl and the barn owl hunt mice at night', '/nature/birds'],
  ['feathers of owls make no noise, their nest is in a barn', '/nature/birds'],
  ['a trout swims in the river, fins and scales', '/nature/fish'],
  ['fish of the river have fins and gills', '/nature/fish'],
  ['nature has forests, rivers and animals', '/nature'],
  ['nature in spring: the forest is green', '/nature'],
  ['the goalkeeper saved a penalty, the striker scored', '/sports/football'],
  ['a match of football: the striker scored a goal', '/sports/football'],
  ['a cyclist with a bicycle on a mountain trail', '/sports/cycling'],
  ['the bicycle has a chain, pedals and tyres', '/sports/cycling'],
  ['oil paint on canvas, a portrait in the museum', '/arts/painting'],
  ['the painter lays colours of oil on the canvas', '/arts/painting'],
];

export function setOf(list: readonly Labelled[]): ExampleSet {
  const builder = openExampleSet();
  for (const [at, [text, path]] of list.entries()) builder.add(`${at}`, path, text);
  return builder.finish();
}

const word = fc.constantFrom('owl', 'barn', 'fish', 'goal', 'oil', 'chain', 'river', 'night', 'the', 'a');

/** A few words of a small vocabulary: texts share many. */
export const text = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(' '));

/** Paths of at most three levels, some above others. */
export const path = fc
  .array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 3 })
  .map((names) => `/${names.join('/')}`);

/** Examples of at least two classes. */
export const labelledLists = fc
  .array(fc.tuple(text, path), { minLength: 2, maxLength: 20 })
  .filter((list) => new Set(list.map(([, one]) => one)).size > 1);
