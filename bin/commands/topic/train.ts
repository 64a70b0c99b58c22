import type { Command } from 'commander';
import { WinnowError } from '../../../lib/domain/base/error.ts';
import { chooseRecipe, type Tried, variants } from '../../../lib/domain/topic/learn/choose-recipe.ts';
import { type Confusion, openConfusion } from '../../../lib/domain/topic/learn/confusion.ts';
import type { Corpus } from '../../../lib/domain/topic/learn/corpus.ts';
import { type LinearModel, openClassifier } from '../../../lib/domain/topic/learn/linear-model.ts';
import { type ModelNotes, writeModel } from '../../../lib/domain/topic/learn/model-file.ts';
import { exportSvmLight } from '../../../lib/domain/topic/learn/svmlight-model.ts';
import {
  defaultBayes,
  defaultSvmRecipe,
  type Recipe,
  train as trainModel,
} from '../../../lib/domain/topic/learn/train.ts';
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
import { readCorpus, type Source } from './read-corpus.ts';
import { tokeniserOptions } from './tokeniser-options.ts';
import { tryThresholds } from './try-thresholds.ts';

interface TrainOptions extends Source {
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

/** Without figures where there was no cross-validation. */
type Chosen = Pick<Tried, 'recipe'> & Partial<Tried>;

export const train: DefineCommand = (command, io) => {
  kind(command, 'svm', 'a linear support vector machine: most often the more exact one')
    .option(
      '--cost <number>',
      'what an example on the wrong side costs',
      positiveArgument,
      defaultSvmRecipe.svm.cost,
    )
    .option('--svmlight <file>', "also write it as a model of SVMlight's, and its words as <file>.words")
    .action(async (options: TrainOptions) => {
      const { cost = defaultSvmRecipe.svm.cost } = options;
      await run(options, io, { ...defaultSvmRecipe, svm: { ...defaultSvmRecipe.svm, cost } });
    });
  kind(command, 'bayes', 'naive Bayes: gives probabilities, trains in no time')
    .option(
      '--smoothing <number>',
      'added to the sum of each word (default: what is best in cross-validation)',
      positiveArgument,
    )
    .action(async (options: TrainOptions) => {
      const { smoothing = defaultBayes.smoothing } = options;
      await run(options, io, { ...defaultBayes, smoothing });
    });
};

function kind(command: Command, name: Recipe['kind'], description: string): Command {
  return tokeniserOptions(addTargetOptions(command.command(name)))
    .description(description)
    .option(
      '--jsonl <file>',
      'examples, one {"text": …, "class": …} a line; .gz is unpacked, - is standard input',
    )
    .option(
      '--good <path>',
      'what is about the topic: a directory of text and HTML files, or a list of URLs, which are fetched as politely as by a crawl',
    )
    .option('--bad <path>', 'what is about anything else, likewise')
    .requiredOption('--model <file>', 'where the model goes')
    .option('--test <file>', 'documents as in --jsonl that the model is tried on')
    .option(
      '--pairs',
      'count pairs of neighbouring words too (default: if that is better in cross-validation)',
    )
    .option('--no-pairs', 'count words only')
    .option('--folds <number>', 'parts for cross-validation; 0 does none', wholeArgument(0, 100), 5)
    .option(
      '--on-topic <class>',
      'a class that is on topic; may be given several times (default: good, where there is one)',
      appendValue,
    )
    .option('--threshold <number>', 'keep this least margin or probability in the model', numberArgument)
    .option(
      '--min-precision <part>',
      'keep the threshold that recalls most with this precision',
      fractionArgument,
    )
    .option('--min-recall <part>', 'keep the most precise threshold with this recall', fractionArgument)
    .option('--best-f1', 'keep the threshold with the best F1')
    .option('--plot <file>', 'precision and recall by the threshold, as an SVG picture')
    .option('--date <date>', 'the date in the model (default: today)', new Date().toISOString().slice(0, 10));
}

async function run(options: TrainOptions, io: Io, recipe: Recipe): Promise<void> {
  const { folds } = options;
  if (folds === 1) throw new WinnowError('usage', '--folds is 0 or at least 2');
  const corpus = await readCorpus(options, io);
  const documents = corpus.labels.length;
  if (folds > documents)
    throw new WinnowError('usage', `${folds} folds need as many documents, and there are ${documents}`);
  const chosen = choose(corpus, recipe, options);
  const started = performance.now();
  const model = trainModel(corpus, Uint32Array.from(corpus.labels.keys()), chosen.recipe);
  const seconds = (performance.now() - started) / 1_000;
  if (model.features.words.length === 0)
    throw new WinnowError(
      'config',
      'no word is in two of the documents: there is nothing to learn from them',
    );
  const tried = tryThresholds(corpus, chosen.recipe, options);
  const notes = { ...notesOf(options.date, corpus, chosen), ...(tried?.kept && { threshold: tried.kept }) };
  const bytes = writeModel(model, notes);
  writeBytes(options.model, bytes);
  if (options.plot !== undefined && tried !== undefined) writeBytes(options.plot, plotThresholds(tried));
  if (options.svmlight !== undefined) exportTo(options.svmlight, model, documents, notes);
  const test = options.test === undefined ? undefined : (await tryOn(options.test, model, io)).figures();
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

/** What was not said is chosen by cross-validation, where there is to be any. */
function choose(corpus: Corpus, recipe: Recipe, options: TrainOptions): Chosen {
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

async function tryOn(file: string, model: LinearModel, io: Io): Promise<Confusion> {
  const classifier = openClassifier(model);
  const confusion = openConfusion(model.classes);
  for await (const { line, text, class: actual, language } of readJsonLines(file, io)) {
    if (actual === undefined) throw new WinnowError('config', `${file}:${line}: it has no "class"`);
    confusion.add(actual, classifier.classify(text, language)[0]?.id ?? '');
  }
  return confusion;
}

function exportTo(file: string, model: LinearModel, documents: number, { threshold }: ModelNotes): void {
  const { svmlight, words } = exportSvmLight(model, documents, threshold);
  writeBytes(file, svmlight);
  writeBytes(`${file}.words`, words);
}
