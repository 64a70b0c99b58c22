import { hash } from 'node:crypto';
import { WinnowError } from '../../base/error.ts';
import type { ClassifierFigures } from './confusion.ts';
import { type LinearModel, outputCount } from './linear-model.ts';
import { type FrameHeader, numberBytes, readFrame, textBytes, writeFrame } from './model-frame.ts';
import type { ThresholdPoint } from './threshold.ts';
import { isPlain, readTokeniser } from './tokeniser.ts';

/** What the file of a linear model says of itself. */
export interface ModelHeader extends FrameHeader {
  readonly kind: 'svm' | 'bayes';
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
  readonly figures?: ClassifierFigures;
  /** How well the classes on topic must fit, where somebody chose it. */
  readonly threshold?: ChosenThreshold;
}

/** A threshold with what it accepts in cross-validation. */
export interface ChosenThreshold extends Omit<ThresholdPoint, 'threshold'> {
  readonly value: number;
  /** By what it was chosen: `f1`, `precision 0.9`, `value`. */
  readonly by: string;
  /** The classes that are on topic. */
  readonly onTopic: readonly string[];
}

/** What the trainer knows of a model beside its numbers. */
export type ModelNotes = Pick<
  ModelHeader,
  'kind' | 'date' | 'settings' | 'trainingSet' | 'figures' | 'threshold'
>;

/**
 * A model as bytes, the same for the same model: the frame of all models with the vocabulary, the factors, weights
 * (32-bit floats) and biases (64-bit floats).
 */
export function writeModel(model: LinearModel, notes: ModelNotes): Uint8Array {
  const { features, classes, outputs } = model;
  const header: ModelHeader = {
    kind: notes.kind,
    date: notes.date,
    classes,
    outputs,
    unit: features.unit,
    pairs: features.pairs,
    ...(isPlain(features.tokeniser) ? {} : { tokeniser: features.tokeniser }),
    settings: notes.settings,
    trainingSet: notes.trainingSet,
    vocabulary: { words: features.words.length, digest: vocabularyDigest(features.words) },
    ...(notes.figures === undefined ? {} : { figures: notes.figures }),
    ...(notes.threshold === undefined ? {} : { threshold: notes.threshold }),
  };
  return writeFrame(header, [
    textBytes(features.words),
    numberBytes(features.factors),
    numberBytes(model.weights),
    numberBytes(model.biases),
  ]);
}

/**
 * Reads what `writeModel` wrote.
 * @param name of the file, for messages
 * @throws WinnowError as `readFrame`; `corrupt` also for another vocabulary or another kind of model; in one line
 */
export function readModel(bytes: Uint8Array, name: string): { model: LinearModel; header: ModelHeader } {
  const frame = readFrame(bytes, name);
  if (frame.header.kind === 'taxonomy')
    throw new WinnowError('config', `${name}: it is a taxonomy; 'winnow taxonomy' works with it`);
  const header = frame.header as ModelHeader;
  const { words: count, digest } = header.vocabulary;
  const width = outputCount(header.outputs, header.classes.length);
  const { texts: words, digest: found } = frame.body.digestedTexts();
  if (found !== digest)
    throw new WinnowError('corrupt', `${name}: its vocabulary is not the one that it was trained with`);
  const factors = frame.body.floats32(count);
  const weights = frame.body.floats32(count * width);
  const biases = frame.body.floats64(width);
  if (!frame.body.isSpent() || biases.length !== width || words.length !== count)
    throw new WinnowError('corrupt', `${name}: its numbers are not as many as its header says`);
  const tokeniser = readTokeniser(header.tokeniser, name);
  const features = { words, factors, unit: header.unit, pairs: header.pairs, tokeniser };
  return { model: { classes: header.classes, features, weights, biases, outputs: header.outputs }, header };
}

/** SHA-256 of the words, one a line. */
export function vocabularyDigest(words: readonly string[]): string {
  return hash('sha256', words.join('\n'));
}
