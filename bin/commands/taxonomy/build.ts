import type { Command } from 'commander';
import { WinnowError } from '../../../lib/base/error.ts';
import { readText } from '../../../lib/config/file/read-config.ts';
import type { ClassPath } from '../../../lib/topic/settings.ts';
import {
  classTree,
  crossValidateTaxonomy,
  defaultTaxonomyRecipe,
  type ExampleSet,
  examplesByClass,
  openExampleSet,
  parsePriors,
  requireClasses,
  type TaxonomyRecipe,
  trainTaxonomy,
} from '../../../lib/topic/train.ts';
import type { Io } from '../../io.ts';
import { json } from '../../render/base/json.ts';
import { renderBuilt } from '../../render/topic/taxonomy.ts';
import { positiveArgument, wholeArgument } from '../base/values.ts';
import { addTokeniserOptions, loadTokeniser, type TokeniserOptions } from '../topic/tokeniser-options.ts';
import { addExamples, type ExampleSource } from './read-examples.ts';
import { saveTaxonomyFile, today } from './work-file.ts';

interface BuildOptions extends ExampleSource, TokeniserOptions {
  readonly model: string;
  readonly words: number;
  readonly smoothing: number;
  readonly priors: string;
  readonly folds: number;
  readonly date: string;
  readonly json?: boolean;
}

/** Most faults of a file of priors that an error lists. */
const maxFaults = 20;
/** Most words per class: enough for a taxonomy of millions of documents. */
const maxWords = 1_000_000;

export function defineBuild(command: Command, io: Io): void {
  const { words, smoothing } = defaultTaxonomyRecipe;
  addTokeniserOptions(command.command('build'))
    .description('train a taxonomy on example documents')
    .option(
      '--dir <dir>',
      'read text and HTML files from the directory tree <dir>, whose directories are the classes',
    )
    .option(
      '--jsonl <file>',
      'read documents from <file>, one {"text": …, "class": "/a/b"} a line, "id" is optional; .gz is unpacked, - is standard input',
    )
    .requiredOption('--model <file>', 'write the taxonomy to <file>')
    .option(
      '--words <number>',
      'use at most <number> words in each class, 1 to 1000000',
      wholeArgument(1, maxWords),
      words,
    )
    .option(
      '--smoothing <number>',
      'add <number>, above 0, to the sum of each word',
      positiveArgument,
      smoothing,
    )
    .option(
      '--priors <kind>',
      'set prior probabilities of classes by <kind>: examples (by their number of examples), uniform, or a file with a line CLASS = NUMBER for each class to count as having NUMBER examples',
      'examples',
    )
    .option(
      '--folds <number>',
      'cross-validate with <number> parts, 2 to 100; 0 skips cross-validation',
      wholeArgument(0, 100),
      5,
    )
    .option('--date <date>', 'store <date> in the model', today())
    .option('--json', 'print JSON')
    .action((options: BuildOptions) => build(options, io));
}

async function build(options: BuildOptions, io: Io): Promise<void> {
  const { folds, date, model } = options;
  if (folds === 1) throw new WinnowError('usage', '--folds must be 0 or at least 2');
  const tokeniser = await loadTokeniser(options);
  const builder = openExampleSet({ words: [], examples: [], tokeniser });
  await addExamples(options, builder, io);
  const set = builder.finish();
  requireClasses(set);
  const recipe = makeRecipe(options, set);
  const started = performance.now();
  const taxonomy = trainTaxonomy(set, recipe);
  const seconds = (performance.now() - started) / 1_000;
  const figures = folds === 0 ? undefined : crossValidateTaxonomy(set, recipe, folds);
  const notes = {
    date,
    settings: recipe,
    ...(figures === undefined ? {} : { figures: figures.best }),
  };
  const bytes = saveTaxonomyFile(model, { taxonomy, set, notes });
  const report = {
    model,
    documents: set.examples.length,
    classes: taxonomy.tree.length - 1,
    words: set.words.length,
    bytes,
    seconds,
    settings: recipe,
    tokeniser,
    folds,
    ...(figures === undefined ? {} : { figures }),
  };
  io.out(options.json === true ? json(report) : renderBuilt(report));
}

function makeRecipe({ words, smoothing, priors }: BuildOptions, set: ExampleSet): TaxonomyRecipe {
  const kind = priors === 'examples' || priors === 'uniform' ? priors : readPriors(priors, set);
  return { words, smoothing, priors: kind };
}

/** Reads a file of priors. @throws WinnowError `config`, with a line for each fault of the file */
function readPriors(file: string, set: ExampleSet): Readonly<Record<ClassPath, number>> {
  const classes = classTree(examplesByClass(set)).map(({ path }) => path);
  const { priors, faults } = parsePriors(readText(file), classes);
  const problems = faults.slice(0, maxFaults).map(({ line, problem }) => `${file}:${line}: ${problem}`);
  if (problems.length > 0) throw new WinnowError('config', problems.join('\n'));
  return priors;
}
