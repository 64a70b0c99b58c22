import { WinnowError } from '../../base/error.ts';
import { type FileHeader, numberBytes, readFrame, textBytes, writeFrame } from '../learn/model-frame.ts';
import { readTokeniser } from '../learn/tokeniser.ts';
import type { LatentModel } from './latent-model.ts';

/** What the file of a latent space says of itself. */
export interface LatentHeader extends FileHeader {
  /** Raised with every change that older versions cannot read. */
  readonly format: number;
  readonly words: number;
  readonly dimensions: number;
  readonly texts: number;
  readonly labelled: number;
}

const format = 1;

/** A model as bytes, the same for the same model. */
export function encodeLatent({ features, dimensions, vectors, judge, ...rest }: LatentModel): Uint8Array {
  const { texts, labelled } = rest;
  const counts = { words: features.words.length, dimensions, texts, labelled };
  const header: LatentHeader = { tokeniser: features.tokeniser, format, ...counts };
  return writeFrame(
    header,
    [
      textBytes(features.words),
      numberBytes(features.factors),
      new Uint8Array(vectors.buffer, vectors.byteOffset, vectors.byteLength),
      numberBytes(judge.weights),
      numberBytes(Float64Array.of(judge.bias)),
    ],
    'winnow-latent',
  );
}

/**
 * Reads what `encodeLatent` wrote.
 * @param name of the file, for messages
 * @throws WinnowError as `readFrame`; `newer` for a later version; `corrupt` for numbers that are not as many as it says
 */
export function decodeLatent(bytes: Uint8Array, name: string): LatentModel {
  const { header, body } = readFrame<LatentHeader>(bytes, name, 'winnow-latent');
  if (!(header.format <= format))
    throw new WinnowError(
      'newer',
      `${name}: it has format ${header.format} of a newer Winnow; this one reads up to ${format}`,
    );
  const { dimensions, texts, labelled } = header;
  const words = body.texts();
  const factors = body.floats32(header.words);
  const vectors = new Int8Array(body.bytes(header.words * dimensions).buffer);
  const weights = body.floats64(dimensions);
  const [bias] = body.floats64(1);
  const isWhole = words.length === header.words && weights.length === dimensions && body.isSpent();
  if (!isWhole || bias === undefined)
    throw new WinnowError('corrupt', `${name}: its numbers are not as many as its header says`);
  const tokeniser = readTokeniser(header.tokeniser, name);
  const features = { words, factors, unit: false, pairs: false, tokeniser };
  return { features, dimensions, vectors, judge: { weights, bias }, texts, labelled };
}
