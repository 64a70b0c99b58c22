import type { Command } from 'commander';
import { WinnowError } from '../../../lib/base/error.ts';
import { readClassPath } from '../../../lib/topic/settings.ts';
import {
  crossValidateTaxonomy,
  openTaxonomy,
  openTaxonomyTally,
  type TaxonomyFigures,
} from '../../../lib/topic/train.ts';
import type { Io } from '../../io.ts';
import { json } from '../../render/base/json.ts';
import { renderTaxonomyFigures } from '../../render/topic/taxonomy.ts';
import { wholeArgument } from '../base/values.ts';
import { readJsonLines } from '../topic/json-lines.ts';
import { type OpenedTaxonomy, openForChange, openTaxonomyFile } from './work-file.ts';

interface EvaluateOptions {
  readonly test?: string;
  readonly folds: number;
  readonly json?: boolean;
}

export function defineEvaluate(command: Command, io: Io): void {
  command
    .command('evaluate')
    .description('measure the accuracy of a taxonomy, and print which classes it confuses')
    .argument('<model>', 'the file of the taxonomy')
    .option(
      '--test <file>',
      'test the taxonomy on the documents of <file>, one {"text": …, "class": …} a line (default: cross-validation)',
    )
    .option('--folds <number>', 'cross-validate with <number> parts, 2 to 100', wholeArgument(2, 100), 5)
    .option('--json', 'print JSON')
    .action(async (file: string, options: EvaluateOptions) => {
      const figures =
        options.test === undefined
          ? crossValidate(await openForChange(file), options)
          : await testTaxonomy(await openTaxonomyFile(file), options.test, io);
      io.out(options.json === true ? json(figures) : renderTaxonomyFigures(figures));
    });
}

function crossValidate({ set, notes }: OpenedTaxonomy, { folds }: EvaluateOptions): TaxonomyFigures {
  return crossValidateTaxonomy(set, notes.settings, folds);
}

async function testTaxonomy({ taxonomy }: OpenedTaxonomy, file: string, io: Io): Promise<TaxonomyFigures> {
  const { tree } = taxonomy;
  const classifier = openTaxonomy(taxonomy);
  const tally = openTaxonomyTally(tree.filter(({ examples }) => examples > 0).map(({ path }) => path));
  for await (const { line, text, class: written, language } of readJsonLines(file, io)) {
    const read = readClassPath(written ?? '');
    if (written === undefined || 'problem' in read)
      throw new WinnowError('config', `${file}:${line}: the document has no "class" that is a path`);
    tally.add(tree, classifier.place(text, language), read.path);
  }
  return tally.figures();
}
