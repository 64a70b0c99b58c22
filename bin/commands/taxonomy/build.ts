import type { Command } from 'commander';
import { readText } from '../../../lib/config/combine/read-config.ts';
import { WinnowError } from '../../../lib/domain/base/error.ts';
import type { ClassPath } from '../../../lib/domain/topic/taxonomy/class-path.ts';
import { classTree } from '../../../lib/domain/topic/taxonomy/class-tree.ts';
import { crossValidateTaxonomy } from '../../../lib/domain/topic/taxonomy/evaluate.ts';
import {
  type ExampleSet,
  examplesByClass,
  openExampleSet,
} from '../../../lib/domain/topic/taxonomy/examples.ts';
import { parsePriors } from '../../../lib/domain/topic/taxonomy/priors-file.ts';
import {
  defaultTaxonomyRecipe,
  type TaxonomyRecipe,
  trainTaxonomy,
} from '../../../lib/domain/topic/taxonomy/train-taxonomy.ts';
import type { Io } from '../../io.ts';
import { json } from '../../render/base/json.ts';
import { renderBuilt } from '../../render/topic/taxonomy.ts';
import { positiveArgument, wholeArgument } from '../base/values.ts';
import { type TokeniserOptions, tokeniserOf, tokeniserOptions } from '../topic/tokeniser-options.ts';
import { addExamples, type ExampleSource } from './read-examples.ts';
import { requireClasses, saveTaxonomyFile, today } from './work-file.ts';

interface BuildOptions extends ExampleSource, TokeniserOptions {
  readonly model: string;
  readonly words: number;
  readonly smoothing: number;
  readonly priors: string;
  readonly folds: number;
  readonly date: string;
  readonly json?: boolean;
}

/** Lines of a file of priors that are named when they are wrong. */
const maxFaults = 20;
/** Words that a taxonomy of millions of documents may look at in one class. */
const mostWords = 1_000_000;

export function defineBuild(command: Command, io: Io): void {
  const { words, smoothing } = defaultTaxonomyRecipe;
  tokeniserOptions(command.command('build'))
    .description('train a taxonomy with example documents')
    .option('--dir <dir>', 'a directory tree of text and HTML files: its directories are the classes')
    .option(
      '--jsonl <file>',
      'documents, one {"text": …, "class": "/a/b"} a line, with an "id" or not; .gz is unpacked, - is standard input',
    )
    .requiredOption('--model <file>', 'where the taxonomy goes')
    .option('--words <number>', 'words that each class looks at, at most', wholeArgument(1, mostWords), words)
    .option('--smoothing <number>', 'added to the sum of each word', positiveArgument, smoothing)
    .option(
      '--priors <kind>',
      'how likely classes are beforehand: examples (as many as there are), uniform, or a file with a line CLASS = NUMBER for each class that counts as another number of examples',
      'examples',
    )
    .option('--folds <number>', 'parts for cross-validation; 0 does none', wholeArgument(0, 100), 5)
    .option('--date <date>', 'the date in the model', today())
    .option('--json', 'print JSON')
    .action((options: BuildOptions) => build(options, io));
}

async function build(options: BuildOptions, io: Io): Promise<void> {
  const { folds, date, model } = options;
  if (folds === 1) throw new WinnowError('usage', '--folds is 0 or at least 2');
  const tokeniser = await tokeniserOf(options);
  const builder = openExampleSet({ words: [], examples: [], tokeniser });
  await addExamples(options, builder, io);
  const set = builder.finish();
  requireClasses(set);
  const recipe = recipeOf(options, set);
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

function recipeOf({ words, smoothing, priors }: BuildOptions, set: ExampleSet): TaxonomyRecipe {
  const kind = priors === 'examples' || priors === 'uniform' ? priors : readPriors(priors, set);
  return { words, smoothing, priors: kind };
}

/** @throws WinnowError `config`: a line for each thing that is wrong with the file */
function readPriors(file: string, set: ExampleSet): Readonly<Record<ClassPath, number>> {
  const classes = classTree(examplesByClass(set)).map(({ path }) => path);
  const { priors, faults } = parsePriors(readText(file), classes);
  const problems = faults.slice(0, maxFaults).map(({ line, problem }) => `${file}:${line}: ${problem}`);
  if (problems.length > 0) throw new WinnowError('config', problems.join('\n'));
  return priors;
}
