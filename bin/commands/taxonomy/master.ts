import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { WinnowError } from '../../../lib/base/error.ts';
import type { Io } from '../../io.ts';
import { json } from '../../render/base/json.ts';
import { renderBuilt, renderTree } from '../../render/topic/taxonomy.ts';
import { trainMaster } from './master-taxonomy.ts';
import { shownClasses } from './show.ts';
import { requireClass, saveTaxonomyFile, today } from './work-file.ts';

interface MasterOptions {
  readonly model?: string;
  readonly date: string;
  readonly json?: boolean;
}

export function defineMaster(command: Command, io: Io): void {
  command
    .command('master')
    .description('print the classes of the taxonomy that ships with Winnow, or write it to a file')
    .argument('[class]', 'print only this class and the classes below it')
    .option('--model <file>', 'train the taxonomy, and write it to the new file <file>')
    .option('--date <date>', 'store <date> in the model', today())
    .option('--json', 'print JSON')
    .action((within: string | undefined, options: MasterOptions) => master(within, options, io));
}

async function master(within: string | undefined, options: MasterOptions, io: Io): Promise<void> {
  const { model, date } = options;
  if (model !== undefined && within !== undefined)
    throw new WinnowError('usage', '--model writes the whole taxonomy: give it without a class');
  if (model !== undefined && existsSync(model))
    throw new WinnowError('config', `${model} exists already and is not overwritten`);
  const started = performance.now();
  const work = await trainMaster(io, date);
  const seconds = (performance.now() - started) / 1_000;
  if (model === undefined) {
    const top = within === undefined ? '/' : requireClass(work, within);
    const classes = shownClasses(work);
    io.out(options.json === true ? json(classes) : renderTree(classes, top));
    return;
  }
  const report = {
    model,
    documents: work.set.examples.length,
    classes: work.taxonomy.tree.length - 1,
    words: work.set.words.length,
    bytes: saveTaxonomyFile(model, work),
    seconds,
    settings: work.notes.settings,
    tokeniser: work.set.tokeniser,
    folds: 0,
  };
  io.out(options.json === true ? json(report) : renderBuilt(report));
}
