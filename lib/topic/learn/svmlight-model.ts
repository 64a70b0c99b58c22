import { hash } from 'node:crypto';
import { WinnowError } from '../../base/error.ts';
import type { LinearModel } from './linear-model.ts';
import type { ChosenThreshold } from './model-file.ts';
import { readSvmLight, writeSvmLight } from './svmlight.ts';
import { isPlain, readTokeniser } from './tokeniser.ts';

/** A model as SVMlight has it, where features are numbers, and the words that the numbers stand for. */
export interface SvmLightFiles {
  readonly svmlight: string;
  /** A line for each feature from 1: the word, a tab, and the factor of its occurrences. */
  readonly words: string;
}

/** The first line of the words, where we wrote them: what of a model SVMlight has no place for. */
interface WordNotes {
  readonly classes: readonly string[];
  readonly unit: boolean;
  readonly pairs: boolean;
  readonly tokeniser?: unknown;
  /** It is part of SVMlight's own: what other programs accept is what the model accepts. */
  readonly threshold?: ChosenThreshold;
}

const standardNotes: WordNotes = { classes: ['bad', 'good'], unit: true, pairs: false };

const noteOf = (words: string): string => `words=${hash('sha256', words)}`;

/**
 * @param documents how many the model was trained with
 * @param chosen the threshold that was chosen for it
 * @throws WinnowError `usage` for a model of more than two classes, which SVMlight's format has no place for
 */
export function exportSvmLight(
  model: LinearModel,
  documents: number,
  chosen?: ChosenThreshold,
): SvmLightFiles {
  if (model.outputs !== 'margins' || model.classes.length !== 2)
    throw new WinnowError('usage', "SVMlight's models have two classes, this one has more");
  const { words: list, factors, unit, pairs, tokeniser } = model.features;
  const lines = list.map((word, feature) => `${word}\t${factors[feature]}\n`);
  const notes: WordNotes = {
    ...{ classes: model.classes, unit, pairs },
    ...(isPlain(tokeniser) ? {} : { tokeniser }),
    ...(chosen === undefined ? {} : { threshold: chosen }),
  };
  const words = `# ${JSON.stringify(notes)}\n${lines.join('')}`;
  // Features begin at 1.
  const weights = new Float64Array(model.weights.length + 1);
  weights.set(model.weights, 1);
  const threshold = -(model.biases[0] as number) + shiftOf(notes);
  return { svmlight: writeSvmLight({ weights, threshold, note: noteOf(words) }, documents), words };
}

/** What a chosen threshold adds to that of SVMlight, which is about the second class; 0 when both are on topic. */
function shiftOf({ classes, threshold }: WordNotes): number {
  const [first, second] = classes.map((id) => threshold?.onTopic.includes(id) === true);
  if (threshold === undefined || first === second) return 0;
  return second === true ? threshold.value : -threshold.value;
}

/** A model, and the threshold that was chosen for it. */
export interface ImportedModel {
  readonly model: LinearModel;
  readonly threshold?: ChosenThreshold;
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
): ImportedModel {
  const { weights, threshold, note } = readSvmLight(svmlight, name);
  if (note.startsWith('words=') && note !== noteOf(words))
    throw new WinnowError('corrupt', `${wordsName}: these are not the words that ${name} was trained with`);
  const lines = words.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const notes = notesIn(lines[0] ?? '', wordsName);
  if (notes !== undefined) lines.shift();
  if (lines.length < weights.length - 1)
    throw new WinnowError(
      'corrupt',
      `${wordsName}: it has ${lines.length} words, and ${name} has features up to ${weights.length - 1}`,
    );
  const said = notes ?? standardNotes;
  const entries = lines.map((line) => line.split('\t'));
  const padded = new Float32Array(lines.length);
  padded.set(weights.subarray(1));
  const model: LinearModel = {
    classes: said.classes,
    features: {
      words: entries.map(([word = '']) => word),
      factors: Float32Array.from(entries, ([, factor = '1']) => Number(factor)),
      unit: said.unit,
      pairs: said.pairs,
      tokeniser: readTokeniser(said.tokeniser, wordsName),
    },
    weights: padded,
    biases: Float64Array.of(shiftOf(said) - threshold),
    outputs: 'margins',
  };
  return { model, ...(said.threshold === undefined ? {} : { threshold: said.threshold }) };
}

/** Undefined for a line that is a word. */
function notesIn(line: string, name: string): WordNotes | undefined {
  if (!line.startsWith('# {')) return undefined;
  try {
    return JSON.parse(line.slice(2)) as WordNotes;
  } catch (cause) {
    throw new WinnowError('corrupt', `${name}:1: it is damaged; export the model again`, { cause });
  }
}
