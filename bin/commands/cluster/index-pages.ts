import type { Command } from 'commander';
import { Option } from 'commander';
import { defined } from '../../../lib/base/defined.ts';
import {
  type AddedDocument,
  defaultLimits,
  englishStopWords,
  type IndexSource,
  type IndexUnit,
  indexUnits,
  openIndexBuilder,
} from '../../../lib/topic/cluster.ts';
import { descriptionNames } from '../../../lib/topic/judge.ts';
import type { Io } from '../../io.ts';
import { json } from '../../render/base/json.ts';
import { renderIndexed } from '../../render/cluster/clusters.ts';
import { addTargetOptions, type TargetOptions, withJob } from '../base/context.ts';
import { readFiles } from '../base/example-directory.ts';
import { wholeArgument } from '../base/values.ts';
import { addTokeniserOptions, loadTokeniser, type TokeniserOptions } from '../topic/tokeniser-options.ts';
import { indexToGrow, saveIndexFile } from './index-file.ts';

interface IndexOptions extends TargetOptions, TokeniserOptions {
  readonly index: string;
  readonly dir?: string;
  readonly unit: IndexUnit;
  readonly maxPages: number;
}

/** What became of the pages. */
export type IndexCounts = Readonly<Record<AddedDocument, number>>;

export function defineIndex(command: Command, io: Io): void {
  addTokeniserOptions(addTargetOptions(command.command('index')))
    .description(
      'index the stored pages of a job, or of a directory; pages that are in the index are not read again',
    )
    .requiredOption('--index <file>', 'write the index to <file>, or add to it')
    .option('--dir <dir>', 'index the text and HTML files below <dir> instead')
    .addOption(
      new Option('--unit <unit>', 'look for item sets in each <unit>')
        .choices(indexUnits)
        .default('document'),
    )
    .option(
      '--max-pages <number>',
      'index at most <number> pages, 1 to 1000000',
      wholeArgument(1, 1_000_000),
      defaultLimits.maxDocuments,
    )
    .action(async (options: IndexOptions) => {
      const tokeniser = await tokeniserOf(options);
      const settings = { tokeniser, unit: options.unit };
      const before = indexToGrow(options.index, settings);
      const builder = openIndexBuilder(settings, before?.index, { maxDocuments: options.maxPages });
      const counts = { added: 0, changed: 0, same: 0, empty: 0, full: 0 };
      const add = (page: IndexSource): void => {
        counts[builder.add(page)] += 1;
      };
      if (options.dir === undefined) await addRecords(options, add);
      else addFiles(options.dir, add);
      const index = saveIndexFile(options.index, before, builder);
      const report = {
        ...{ index: options.index, pages: index.documents.length, terms: index.terms.length },
        ...{ postings: index.units.length, counts, maxPages: options.maxPages },
      };
      io.out(options.json === true ? json(report) : renderIndexed(report));
    });
}

/** English without stop words is what is meant where nothing is said. */
async function tokeniserOf(options: IndexOptions) {
  const tokeniser = await loadTokeniser({ ...options, language: options.language ?? ['en'] });
  if (options.stopWords !== undefined) return tokeniser;
  return { ...tokeniser, stopWords: englishStopWords.toSorted() };
}

async function addRecords(options: IndexOptions, add: (page: IndexSource) => void): Promise<void> {
  await withJob(options, 'guest', 'none', async ({ crawl }) => {
    for await (const line of crawl.snapshot()) {
      if (!('record' in line) || line.record === undefined) continue;
      const { record } = line;
      add({ name: record.urls[0] ?? record.finalUrl, ...sourceOf(record) });
    }
  });
}

function addFiles(directory: string, add: (page: IndexSource) => void): void {
  for (const { file, page } of readFiles([directory]))
    if (page !== undefined) add({ name: file, ...sourceOf(page) });
}

/** What models read of a page, as an index has it. */
function sourceOf(page: {
  readonly title: string;
  readonly text: string;
  readonly metadata: Readonly<Record<string, readonly string[]>>;
  readonly language?: string;
}): Omit<IndexSource, 'name'> {
  const described = descriptionNames.flatMap((name) => page.metadata[name] ?? []);
  const { title, text, language } = page;
  return { title, text: [...described, text].join('\n'), ...defined({ language }) };
}
