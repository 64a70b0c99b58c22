import { hash } from 'node:crypto';
import { WinnowError } from '../../error.ts';
import type { Figures } from './confusion.ts';
import { type LinearModel, outputCount } from './linear-model.ts';

/** What a model file says of itself: one line of JSON after the first line. */
export interface ModelHeader {
  readonly kind: 'svm' | 'bayes';
  /** The day on which it was made, as its maker says. */
  readonly date: string;
  readonly classes: readonly string[];
  readonly outputs: LinearModel['outputs'];
  /** Whether documents are vectors of length 1. */
  readonly unit: boolean;
  /** Whether pairs of words are among the words. */
  readonly pairs: boolean;
  /** What was chosen for the training. */
  readonly settings: Readonly<Record<string, number | boolean>>;
  readonly trainingSet: {
    readonly documents: number;
    /** SHA-256 of texts and classes. */
    readonly digest: string;
  };
  readonly vocabulary: {
    readonly words: number;
    /** SHA-256 of the words, one a line. */
    readonly digest: string;
  };
  /** By cross-validation on the training set; absent when it was not done. */
  readonly figures?: Figures;
}

/** What the trainer knows of a model beside its numbers. */
export type ModelNotes = Pick<ModelHeader, 'kind' | 'date' | 'settings' | 'trainingSet' | 'figures'>;

const magic = 'winnow-model';
/** Raised with every change that older versions cannot read. */
const formatVersion = 1;
/** The first line is shorter. */
const longestFirstLine = 200;

/**
 * A model as bytes, the same for the same model: a first line `winnow-model VERSION BYTES SHA256` about all that
 * follows it, the header as a line of JSON, then the vocabulary (its length in bytes as 32 bits, UTF-8, one word a
 * line), the factors, weights (32-bit floats) and biases (64-bit floats), all little-endian.
 */
export function writeModel(model: LinearModel, notes: ModelNotes): Uint8Array {
  const { features, classes, outputs } = model;
  const words = Buffer.from(features.words.join('\n'));
  const header: ModelHeader = {
    kind: notes.kind,
    date: notes.date,
    classes,
    outputs,
    unit: features.unit,
    pairs: features.pairs,
    settings: notes.settings,
    trainingSet: notes.trainingSet,
    vocabulary: { words: features.words.length, digest: hash('sha256', words) },
    ...(notes.figures === undefined ? {} : { figures: notes.figures }),
  };
  const length = Buffer.alloc(4);
  length.writeUInt32LE(words.length);
  const rest = Buffer.concat([
    Buffer.from(`${JSON.stringify(header)}\n`),
    length,
    words,
    bytesOf(features.factors),
    bytesOf(model.weights),
    bytesOf(model.biases),
  ]);
  const first = `${magic} ${formatVersion} ${rest.length} ${hash('sha256', rest)}\n`;
  return Buffer.concat([Buffer.from(first), rest]);
}

/**
 * Reads what `writeModel` wrote.
 * @param name of the file, for messages
 * @throws WinnowError `corrupt` for what is no model, truncated, damaged or of another vocabulary; `newer` for a
 * format of a later version; each in one line
 */
export function readModel(bytes: Uint8Array, name: string): { model: LinearModel; header: ModelHeader } {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const rest = checkFrame(whole, name);
  const end = rest.indexOf('\n');
  const header = JSON.parse(rest.toString('utf8', 0, end)) as ModelHeader;
  let at = end + 1;
  const take = (size: number): Buffer => {
    const part = rest.subarray(at, at + size);
    at += size;
    return part;
  };
  const words = take(take(4).readUInt32LE());
  const { words: count, digest } = header.vocabulary;
  if (hash('sha256', words) !== digest)
    throw new WinnowError('corrupt', `${name}: its vocabulary is not the one that it was trained with`);
  const width = outputCount(header.outputs, header.classes.length);
  const factors = floats(take(4 * count));
  const weights = floats(take(4 * count * width));
  const biases = new Float64Array(copied(take(8 * width)));
  const list = words.length === 0 ? [] : words.toString('utf8').split('\n');
  if (at !== rest.length || biases.length !== width || list.length !== count)
    throw new WinnowError('corrupt', `${name}: its numbers are not as many as its header says`);
  const features = { words: list, factors, unit: header.unit, pairs: header.pairs };
  return { model: { classes: header.classes, features, weights, biases, outputs: header.outputs }, header };
}

/** What follows the first line, which says how long it is and what its digest is. */
function checkFrame(whole: Buffer, name: string): Buffer {
  const end = whole.subarray(0, longestFirstLine).indexOf('\n');
  const line = whole.toString('latin1', 0, end === -1 ? Math.min(whole.length, longestFirstLine) : end);
  const start = `${magic} `;
  if (whole.length < start.length ? !start.startsWith(line) : !line.startsWith(start))
    throw new WinnowError('corrupt', `${name}: it is no model of Winnow`);
  const [, version = '', size = '', digest = ''] = line.split(' ');
  if (end !== -1 && Number(version) > formatVersion)
    throw new WinnowError(
      'newer',
      `${name}: it has format ${version} of a newer Winnow; this one reads up to ${formatVersion}`,
    );
  const rest = whole.subarray(end + 1);
  if (end === -1 || rest.length < Number(size))
    throw new WinnowError('corrupt', `${name}: it is truncated; train it again or copy it again`);
  if (hash('sha256', rest) !== digest)
    throw new WinnowError('corrupt', `${name}: it is damaged; train it again or copy it again`);
  return rest;
}

/** Every machine that Node 24 runs on is little-endian but IBM's, where models would have to be turned around. */
function bytesOf(values: Float32Array | Float64Array): Buffer {
  return Buffer.from(values.buffer, values.byteOffset, values.byteLength);
}

function floats(bytes: Buffer): Float32Array {
  return new Float32Array(copied(bytes));
}

/** At an address that typed arrays may begin at. */
function copied(bytes: Buffer): ArrayBuffer {
  return Uint8Array.from(bytes).buffer;
}
