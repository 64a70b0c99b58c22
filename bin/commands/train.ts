import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { WinnowError } from '../../lib/domain/error.ts';
import { chooseSmoothing } from '../../lib/domain/topic/learn/choose-smoothing.ts';
import { type Confusion, type Figures, openConfusion } from '../../lib/domain/topic/learn/confusion.ts';
import type { Corpus } from '../../lib/domain/topic/learn/corpus.ts';
import { crossValidate } from '../../lib/domain/topic/learn/cross-validate.ts';
import { type LinearModel, openClassifier } from '../../lib/domain/topic/learn/linear-model.ts';
import { type ModelNotes, writeModel } from '../../lib/domain/topic/learn/model-file.ts';
import { exportSvmLight } from '../../lib/domain/topic/learn/svmlight-model.ts';
import {
  defaultBayes,
  defaultSvmRecipe,
  type Recipe,
  train as trainModel,
} from '../../lib/domain/topic/learn/train.ts';
import type { DefineCommand } from '../command-table.ts';
import type { Io } from '../io.ts';
import { renderFigures } from '../render/figures.ts';
import { json } from '../render/json.ts';
import { counted, size } from '../render/quantity.ts';
import { readJsonLines } from './json-lines.ts';
import { readCorpus, type Source } from './read-corpus.ts';
import { positiveArgument, wholeArgument } from './values.ts';

interface TrainOptions extends Source {
  readonly model: string;
  readonly test?: string;
  readonly folds: number;
  readonly date: string;
  readonly cost?: number;
  readonly smoothing?: number;
  readonly svmlight?: string;
  readonly json?: boolean;
}

export const train: DefineCommand = (command, io) => {
  const svm = kind(command, 'svm', 'a linear support vector machine: most often the more exact one');
  svm
    .option(
      '--cost <number>',
      'what an example on the wrong side costs',
      positiveArgument,
      defaultSvmRecipe.svm.cost,
    )
    .option('--svmlight <file>', "also write it as a model of SVMlight's, and its words as <file>.words")
    .action(async (options: TrainOptions) => {
      const { cost = defaultSvmRecipe.svm.cost } = options;
      await run(options, io, () => ({ ...defaultSvmRecipe, svm: { ...defaultSvmRecipe.svm, cost } }));
    });
  kind(command, 'bayes', 'naive Bayes: gives probabilities, trains in no time')
    .option(
      '--smoothing <number>',
      'added to each count (default: what is best in cross-validation)',
      positiveArgument,
    )
    .action(async (options: TrainOptions) => {
      const { smoothing, folds } = options;
      await run(options, io, (corpus) => {
        if (smoothing !== undefined) return { ...defaultBayes, smoothing };
        return folds === 0 ? defaultBayes : chooseSmoothing(corpus, folds);
      });
    });
};

function kind(command: Command, name: Recipe['kind'], description: string): Command {
  return command
    .command(name)
    .description(description)
    .option(
      '--jsonl <file>',
      'examples, one {"text": …, "class": …} a line; .gz is unpacked, - is standard input',
    )
    .option('--good <dir>', 'a directory of text and HTML files about the topic')
    .option('--bad <dir>', 'a directory of such files about anything else')
    .requiredOption('--model <file>', 'where the model goes')
    .option('--test <file>', 'documents as in --jsonl that the model is tried on')
    .option('--folds <number>', 'parts for cross-validation; 0 does none', wholeArgument(0, 100), 5)
    .option('--date <date>', 'the date in the model (default: today)', new Date().toISOString().slice(0, 10))
    .option('--json', 'print JSON');
}

async function run(options: TrainOptions, io: Io, recipeFor: (corpus: Corpus) => Recipe): Promise<void> {
  const { folds } = options;
  const corpus = await readCorpus(options, io);
  if (folds === 1) throw new WinnowError('usage', '--folds is 0 or at least 2');
  if (folds > corpus.labels.length)
    throw new WinnowError(
      'usage',
      `${folds} folds need as many documents, and there are ${corpus.labels.length}`,
    );
  const recipe = recipeFor(corpus);
  const validation = folds === 0 ? undefined : crossValidate(corpus, recipe, folds).figures();
  const started = performance.now();
  const model = trainModel(corpus, Uint32Array.from(corpus.labels.keys()), recipe);
  const seconds = (performance.now() - started) / 1_000;
  if (model.features.words.length === 0)
    throw new WinnowError(
      'config',
      'no word is in two of the documents: there is nothing to learn from them',
    );
  const bytes = writeModel(model, notesOf(options.date, corpus, recipe, validation));
  writeFile(options.model, bytes);
  if (options.svmlight !== undefined) exportTo(options.svmlight, model, corpus);
  const test = options.test === undefined ? undefined : (await tryOn(options.test, model, io)).figures();
  if (options.json === true) {
    io.out(
      json({
        model: options.model,
        bytes: bytes.length,
        seconds,
        settings: settingsOf(recipe),
        validation,
        test,
      }),
    );
    return;
  }
  const trained = `${counted(corpus.labels.length, 'document')} of ${counted(corpus.classes.length, 'class', 'classes')}`;
  const words = counted(model.features.words.length, 'word');
  io.out(
    `${options.model}: ${recipe.kind} of ${trained}, ${words}, ${size(bytes.length)}, trained in ${seconds.toFixed(2)} s\n`,
  );
  const settings = Object.entries(settingsOf(recipe)).map(([name, value]) => `${name} ${value}`);
  io.out(`settings: ${settings.join(', ')}\n`);
  if (validation !== undefined)
    io.out(`\ncross-validation with ${folds} folds\n${renderFigures(validation)}`);
  if (test !== undefined) io.out(`\ntest on ${options.test}\n${renderFigures(test)}`);
}

function settingsOf(recipe: Recipe): ModelNotes['settings'] {
  return recipe.kind === 'svm' ? { cost: recipe.svm.cost } : { smoothing: recipe.smoothing };
}

function notesOf(date: string, corpus: Corpus, recipe: Recipe, figures: Figures | undefined): ModelNotes {
  return {
    kind: recipe.kind,
    date,
    settings: settingsOf(recipe),
    trainingSet: { documents: corpus.labels.length, digest: corpus.digest },
    ...(figures === undefined ? {} : { figures }),
  };
}

async function tryOn(file: string, model: LinearModel, io: Io): Promise<Confusion> {
  const classifier = openClassifier(model);
  const confusion = openConfusion(model.classes);
  for await (const { line, text, class: actual } of readJsonLines(file, io)) {
    if (actual === undefined) throw new WinnowError('config', `${file}:${line}: it has no "class"`);
    confusion.add(actual, classifier.classify(text)[0]?.id ?? '');
  }
  return confusion;
}

function exportTo(file: string, model: LinearModel, corpus: Corpus): void {
  const { svmlight, words } = exportSvmLight(model, corpus.labels.length);
  writeFile(file, svmlight);
  writeFile(`${file}.words`, words);
}

function writeFile(file: string, content: Uint8Array | string): void {
  try {
    writeFileSync(file, content);
  } catch (error) {
    throw new WinnowError('config', `${file}: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    });
  }
}
