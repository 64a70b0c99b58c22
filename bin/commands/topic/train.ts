import type { Command } from 'commander';
import { WinnowError } from '../../../lib/base/error.ts';
import { exportSvmLight, type ModelNotes, writeModel } from '../../../lib/topic/models.ts';
import {
  type Confusion,
  type Corpus,
  chooseRecipe,
  defaultBayes,
  defaultSvmRecipe,
  type LinearModel,
  openClassifier,
  openConfusion,
  type Recipe,
  type Tried,
  train as trainModel,
  variants,
} from '../../../lib/topic/train.ts';
import type { DefineCommand } from '../../define-command.ts';
import type { Io } from '../../io.ts';
import { json } from '../../render/base/json.ts';
import { plotThresholds } from '../../render/topic/thresholds.ts';
import { renderTraining } from '../../render/topic/training.ts';
import { addTargetOptions } from '../base/context.ts';
import { writeBytes } from '../base/files.ts';
import {
  appendValue,
  fractionArgument,
  numberArgument,
  positiveArgument,
  wholeArgument,
} from '../base/values.ts';
import { readJsonLines } from './json-lines.ts';
import { type CorpusSource, readCorpus } from './read-corpus.ts';
import { addTokeniserOptions } from './tokeniser-options.ts';
import { tryThresholds } from './try-thresholds.ts';

interface TrainOptions extends CorpusSource {
  readonly model: string;
  readonly test?: string;
  readonly folds: number;
  readonly date: string;
  readonly cost?: number;
  readonly smoothing?: number;
  readonly pairs?: boolean;
  readonly svmlight?: string;
  readonly onTopic?: readonly string[];
  readonly threshold?: number;
  readonly minPrecision?: number;
  readonly minRecall?: number;
  readonly bestF1?: boolean;
  readonly plot?: string;
  readonly json?: boolean;
}

/** The recipe to train by; its figures are absent without cross-validation. */
type Chosen = Pick<Tried, 'recipe'> & Partial<Tried>;

export const train: DefineCommand = (command, io) => {
  defineTraining(
    command,
    'svm',
    'train a linear support vector machine, which is usually more exact than bayes',
  )
    .option(
      '--cost <number>',
      'weigh an example on the wrong side by <number>, above 0',
      positiveArgument,
      defaultSvmRecipe.svm.cost,
    )
    .option(
      '--svmlight <file>',
      'also write the model to <file> in the format of SVMlight, and its words to <file>.words',
    )
    .action(async (options: TrainOptions) => {
      const { cost = defaultSvmRecipe.svm.cost } = options;
      await run(options, io, { ...defaultSvmRecipe, svm: { ...defaultSvmRecipe.svm, cost } });
    });
  defineTraining(command, 'bayes', 'train naive Bayes, which gives probabilities and trains very fast')
    .option(
      '--smoothing <number>',
      'add <number>, above 0, to the sum of each word (default: the best value in cross-validation)',
      positiveArgument,
    )
    .action(async (options: TrainOptions) => {
      const { smoothing = defaultBayes.smoothing } = options;
      await run(options, io, { ...defaultBayes, smoothing });
    });
};

function defineTraining(command: Command, name: Recipe['kind'], description: string): Command {
  return addTokeniserOptions(addTargetOptions(command.command(name)))
    .description(description)
    .option(
      '--jsonl <file>',
      'read examples from <file>, one {"text": …, "class": …} a line; .gz is unpacked, - is standard input',
    )
    .option(
      '--good <path>',
      'read examples of the topic from <path>, a directory of text and HTML files or a list of URLs, which are fetched as politely as by a crawl',
    )
    .option(
      '--bad <path>',
      'read examples of other subjects from <path>, a directory or a list as for --good',
    )
    .requiredOption('--model <file>', 'write the model to <file>')
    .option('--test <file>', 'test the model on the documents of <file>, in the format of --jsonl')
    .option(
      '--pairs',
      'also count pairs of neighbouring words (default: if that is better in cross-validation)',
    )
    .option('--no-pairs', 'count words only')
    .option(
      '--folds <number>',
      'cross-validate with <number> parts, 2 to 100; 0 skips cross-validation',
      wholeArgument(0, 100),
      5,
    )
    .option(
      '--on-topic <class>',
      'count <class> as on topic (may be repeated; default: good, if there is such a class)',
      appendValue,
    )
    .option(
      '--threshold <number>',
      'store <number> in the model as the least margin or probability',
      numberArgument,
    )
    .option(
      '--min-precision <part>',
      'store the threshold with the highest recall at a precision of <part> (0 to 1) or more',
      fractionArgument,
    )
    .option(
      '--min-recall <part>',
      'store the threshold with the highest precision at a recall of <part> (0 to 1) or more',
      fractionArgument,
    )
    .option('--best-f1', 'store the threshold with the best F1')
    .option('--plot <file>', 'write precision and recall by the threshold to <file>, as an SVG picture')
    .option(
      '--date <date>',
      'store <date> in the model (default: today)',
      new Date().toISOString().slice(0, 10),
    );
}

async function run(options: TrainOptions, io: Io, recipe: Recipe): Promise<void> {
  const { folds } = options;
  if (folds === 1) throw new WinnowError('usage', '--folds must be 0 or at least 2');
  const { corpus, texts } = await readCorpus(options, io);
  const documents = corpus.labels.length;
  if (folds > documents)
    throw new WinnowError('usage', `give at most ${documents} as --folds: there are ${documents} documents`);
  const chosen = chooseUnsetOptions(corpus, recipe, options);
  const started = performance.now();
  const model = trainModel(corpus, Uint32Array.from(corpus.labels.keys()), chosen.recipe);
  const seconds = (performance.now() - started) / 1_000;
  if (model.features.words.length === 0)
    throw new WinnowError(
      'config',
      'give more documents: a word must be in at least two documents to be learnt, and no word is',
    );
  const tried = tryThresholds(corpus, chosen.recipe, options);
  const notes = { ...notesOf(options.date, corpus, chosen), ...(tried?.kept && { threshold: tried.kept }) };
  const bytes = writeModel(model, notes);
  writeBytes(options.model, bytes);
  writeBytes(`${options.model}.texts`, texts);
  if (options.plot !== undefined && tried !== undefined) writeBytes(options.plot, plotThresholds(tried));
  if (options.svmlight !== undefined) writeSvmLight(options.svmlight, model, documents, notes);
  const test = options.test === undefined ? undefined : (await testModel(options.test, model, io)).figures();
  const report = {
    model: options.model,
    kind: notes.kind,
    documents,
    classes: corpus.classes.length,
    words: model.features.words.length,
    bytes: bytes.length,
    seconds,
    settings: notes.settings,
    tokeniser: model.features.tokeniser,
    folds,
    validation: notes.figures,
    test,
    ...(tried === undefined ? {} : { thresholds: tried }),
  };
  io.out(options.json === true ? json(report) : renderTraining(report));
}

/** Returns the recipe with the values of options that were not given chosen by cross-validation, unless --folds is 0. */
function chooseUnsetOptions(corpus: Corpus, recipe: Recipe, options: TrainOptions): Chosen {
  const { folds, pairs, smoothing } = options;
  const weighting = { ...recipe.weighting, pairs: pairs ?? recipe.weighting.pairs };
  const said = { ...recipe, weighting };
  if (folds === 0) return { recipe: said };
  const open = { pairs: pairs === undefined, smoothing: smoothing === undefined };
  return chooseRecipe(corpus, variants(said, open), folds);
}

function notesOf(date: string, corpus: Corpus, { recipe, figures }: Chosen): ModelNotes {
  const { pairs } = recipe.weighting;
  return {
    kind: recipe.kind,
    date,
    settings:
      recipe.kind === 'svm' ? { cost: recipe.svm.cost, pairs } : { smoothing: recipe.smoothing, pairs },
    trainingSet: { documents: corpus.labels.length, digest: corpus.digest },
    ...(figures === undefined ? {} : { figures }),
  };
}

async function testModel(file: string, model: LinearModel, io: Io): Promise<Confusion> {
  const classifier = openClassifier(model);
  const confusion = openConfusion(model.classes);
  for await (const { line, text, class: actual, language } of readJsonLines(file, io)) {
    if (actual === undefined) throw new WinnowError('config', `${file}:${line}: the document has no "class"`);
    confusion.add(actual, classifier.classify(text, language)[0]?.id ?? '');
  }
  return confusion;
}

function writeSvmLight(file: string, model: LinearModel, documents: number, { threshold }: ModelNotes): void {
  const { svmlight, words } = exportSvmLight(model, documents, threshold);
  writeBytes(file, svmlight);
  writeBytes(`${file}.words`, words);
}
