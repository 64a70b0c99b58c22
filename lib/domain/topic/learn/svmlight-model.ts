import { hash } from 'node:crypto';
import { WinnowError } from '../../error.ts';
import type { LinearModel } from './linear-model.ts';
import { readSvmLight, writeSvmLight } from './svmlight.ts';

/** A model as SVMlight has it, where features are numbers, and the words that the numbers stand for. */
export interface SvmLightFiles {
  readonly svmlight: string;
  /** A line for each feature from 1: the word, a tab, and the factor of its occurrences. */
  readonly words: string;
}

const standardNotes = '{"classes":["bad","good"],"unit":true,"pairs":false}';

const noteOf = (words: string): string => `words=${hash('sha256', words)}`;

/**
 * @param documents how many the model was trained with
 * @throws WinnowError `usage` for a model of more than two classes, which SVMlight's format has no place for
 */
export function exportSvmLight(model: LinearModel, documents: number): SvmLightFiles {
  if (model.outputs !== 'margins' || model.classes.length !== 2)
    throw new WinnowError('usage', "SVMlight's models have two classes, this one has more");
  const { words: list, factors, unit, pairs } = model.features;
  const lines = list.map((word, feature) => `${word}\t${factors[feature]}\n`);
  const words = `# ${JSON.stringify({ classes: model.classes, unit, pairs })}\n${lines.join('')}`;
  // Features begin at 1.
  const weights = new Float64Array(model.weights.length + 1);
  weights.set(model.weights, 1);
  const threshold = -(model.biases[0] as number);
  return { svmlight: writeSvmLight({ weights, threshold, note: noteOf(words) }, documents), words };
}

/**
 * A model of SVMlight's with words for its features. Without a first line as we write it, the classes are `bad` and
 * `good`, and vectors have length 1; a line without a factor counts as 1.
 * @throws WinnowError `corrupt`, naming the file
 */
export function importSvmLight(
  svmlight: string,
  name: string,
  words: string,
  wordsName: string,
): LinearModel {
  const { weights, threshold, note } = readSvmLight(svmlight, name);
  if (note.startsWith('words=') && note !== noteOf(words))
    throw new WinnowError('corrupt', `${wordsName}: these are not the words that ${name} was trained with`);
  const lines = words.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const first = lines[0]?.startsWith('# {') === true ? (lines.shift() as string) : undefined;
  if (lines.length < weights.length - 1)
    throw new WinnowError(
      'corrupt',
      `${wordsName}: it has ${lines.length} words, and ${name} has features up to ${weights.length - 1}`,
    );
  const { classes, unit, pairs } = JSON.parse(first?.slice(2) ?? standardNotes) as {
    readonly classes: readonly string[];
    readonly unit: boolean;
    readonly pairs: boolean;
  };
  const entries = lines.map((line) => line.split('\t'));
  const padded = new Float32Array(lines.length);
  padded.set(weights.subarray(1));
  return {
    classes,
    features: {
      words: entries.map(([word = '']) => word),
      factors: Float32Array.from(entries, ([, factor = '1']) => Number(factor)),
      unit,
      pairs,
    },
    weights: padded,
    biases: Float64Array.of(-threshold),
    outputs: 'margins',
  };
}
