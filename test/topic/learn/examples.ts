import { type Corpus, openCorpus } from '../../../lib/topic/learn/corpus.ts';

/** A text and its class. */
export type Labelled = readonly [text: string, className: string];

/** Birds, ships and stars, whose words overlap. */
export const labelled: readonly Labelled[] = [
  ['owls hunt mice at night', 'birds'],
  ['the tawny owl and the barn owl hunt at night', 'birds'],
  ['feathers of owls make no noise', 'birds'],
  ['a barn owl nests in a barn', 'birds'],
  ['ships sail at night by the stars', 'ships'],
  ['the ship sails and its mast makes noise', 'ships'],
  ['a mast and sails of ships', 'ships'],
  ['the captain of the ship sails by night', 'ships'],
  ['stars shine at night', 'stars'],
  ['the telescope shows stars and planets', 'stars'],
  ['planets and stars in a telescope', 'stars'],
  ['astronomers watch planets at night', 'stars'],
];

export function corpusOf(examples: readonly Labelled[]): Corpus {
  const builder = openCorpus();
  for (const [text, className] of examples) builder.add(text, className);
  return builder.finish();
}

/** The numbers of all documents. */
export function allOf(corpus: Corpus): Uint32Array {
  return Uint32Array.from(corpus.labels.keys());
}
