import type { Command } from 'commander';
import { WinnowError } from '../../../lib/base/error.ts';
import { printable } from '../../../lib/base/printable.ts';
import { formatCount } from '../../../lib/base/quantity.ts';
import { documentText } from '../../../lib/topic/judge.ts';
import {
  changeTaxonomy,
  type ExampleSet,
  editClasses,
  judgedDifferently,
  openExampleSet,
} from '../../../lib/topic/train.ts';
import type { Io } from '../../io.ts';
import { json } from '../../render/base/json.ts';
import { addTargetOptions, type TargetOptions, withJob } from '../base/context.ts';
import { readFiles } from '../base/example-directory.ts';
import { isUrl } from '../base/page-at.ts';
import { readListedPages, readPagesAt } from '../topic/listed-pages.ts';
import { addExamples, type ExampleSource } from './read-examples.ts';
import {
  type OpenedTaxonomy,
  openForChange,
  parseClassArgument,
  requireClass,
  saveTaxonomyFile,
  today,
} from './work-file.ts';

interface EditOptions {
  readonly date: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

interface ToOptions extends EditOptions {
  readonly to: string;
}

interface AddOptions extends ToOptions, ExampleSource {
  readonly urls?: string;
  readonly job: string;
}

const dryRunHelp =
  'print what the change makes of the classes, and which examples are judged differently after it; change nothing';
/** Most examples that are judged differently that are printed. */
const maxJudged = 20;

/** Defines the commands that change examples and train the classes that have changed. */
export function defineEdits(command: Command, io: Io): void {
  defineEdit(
    command,
    'add',
    'add examples: files to one class, or a directory tree or documents to several classes',
  )
    .argument(
      '[pages...]',
      'text and HTML files, directories of such files, or URLs; an existing example with the same name is replaced',
    )
    .option('--to <class>', 'add the pages to <class>, which is created if absent', '/')
    .option(
      '--dir <dir>',
      'add the files of the directory tree <dir>, whose directories are classes below --to',
    )
    .option(
      '--jsonl <file>',
      'add the documents of <file>, one {"text": …, "class": …} a line; classes are below --to',
    )
    .option(
      '--urls <file>',
      'add the pages whose URLs are in <file>, one a line; pages are fetched as politely as by a crawl',
    )
    .option('--job <dir>', 'fetch pages with the settings of the job in <dir>', '.')
    .action(async (file: string, pages: readonly string[], options: AddOptions) => {
      const work = await openForChange(file);
      retrainAndReport(file, work, await addPages(work, pages, options, io), options, io);
    });
  defineEdit(command, 'move', 'move examples to another class')
    .argument('<examples...>', "names of examples, as 'winnow taxonomy show --examples' prints them")
    .requiredOption('--to <class>', 'move the examples to <class>, which is created if absent')
    .action(async (file: string, names: readonly string[], options: ToOptions) => {
      const work = await openForChange(file);
      retrainAndReport(
        file,
        work,
        editClasses(work.set, { act: 'move', names, to: parseClassArgument(options.to) }).set,
        options,
        io,
      );
    });
  defineEdit(command, 'merge', 'merge several classes into one, with all classes below them')
    .argument('<classes...>', 'the classes to merge')
    .requiredOption('--to <class>', 'merge into <class>, which is one of the classes or a new class')
    .action(async (file: string, classes: readonly string[], options: ToOptions) => {
      const work = await openForChange(file);
      const from = classes.map((one) => requireClass(work, one));
      retrainAndReport(
        file,
        work,
        editClasses(work.set, { act: 'merge', from, into: parseClassArgument(options.to) }).set,
        options,
        io,
      );
    });
  defineEdit(command, 'eliminate', 'remove a class, with all classes below it')
    .argument('<class>', 'the class to remove')
    .option('--keep-examples', 'move its examples to the class above')
    .action(
      async (file: string, written: string, options: EditOptions & { readonly keepExamples?: boolean }) => {
        const work = await openForChange(file);
        const gone = requireClass(work, written);
        const examples = options.keepExamples === true ? 'keep' : 'drop';
        retrainAndReport(
          file,
          work,
          editClasses(work.set, { act: 'eliminate', gone, examples }).set,
          options,
          io,
        );
      },
    );
}

/** Defines the command that adds pages of a collection as examples, named by their URLs. */
export function defineCorrect(command: Command, io: Io): void {
  addTargetOptions(
    command
      .command('correct')
      .description('add pages of a collection to a class as examples')
      .argument('<model>', 'the file of the taxonomy, which is overwritten')
      .argument('<urls...>', 'URLs of pages, or MD5s of records')
      .requiredOption('--to <class>', 'add the pages to <class>, which is created if absent')
      .option('--date <date>', 'store <date> in the model', today())
      .option('--dry-run', dryRunHelp),
  ).action(async (file: string, urls: readonly string[], options: ToOptions & TargetOptions) => {
    const work = await openForChange(file);
    const to = parseClassArgument(options.to);
    const builder = openExampleSet(work.set);
    await withJob(options, 'guest', 'ensure', async ({ crawl, installation, job }) => {
      for (const url of urls) {
        const record = isUrl(url)
          ? await installation.topics.keptPage(job, url)
          : (await crawl.record(url))?.record;
        if (record === undefined)
          throw new WinnowError(
            'not-found',
            `${url} is neither in the collection nor in the off-topic store (offTopic.keep); add the page with 'winnow taxonomy add', with --urls or as a file`,
          );
        if (!builder.add(record.finalUrl, to, documentText(record), record.language))
          throw new WinnowError('config', `${url}: the page has no words`);
      }
    });
    retrainAndReport(file, work, builder.finish(), options, io);
  });
}

function defineEdit(command: Command, name: string, description: string): Command {
  return command
    .command(name)
    .description(description)
    .argument('<model>', 'the file of the taxonomy, which is overwritten')
    .option('--date <date>', 'store <date> in the model', today())
    .option('--dry-run', dryRunHelp)
    .option('--json', 'print JSON');
}

async function addPages(
  { set }: OpenedTaxonomy,
  pages: readonly string[],
  options: AddOptions,
  io: Io,
): Promise<ExampleSet> {
  const to = parseClassArgument(options.to);
  const builder = openExampleSet(set);
  const { dir, jsonl, urls } = options;
  const add = (name: string, text: string, language?: string): void => {
    if (to === '/') throw new WinnowError('usage', `${name}: give its class with --to`);
    if (!builder.add(name, to, text, language))
      throw new WinnowError('config', `${name}: the page has no words`);
  };
  for (const { file, page, text = '' } of readFiles(pages.filter((one) => !isUrl(one))))
    add(file, text, page?.language);
  const named = pages.filter(isUrl);
  if (named.length > 0)
    for (const { url, text, language } of await readPagesAt(named, options, io)) add(url, text, language);
  if (urls !== undefined)
    for (const { url, text, language } of await readListedPages(urls, options, io)) add(url, text, language);
  if (dir !== undefined || jsonl !== undefined) await addExamples(options, builder, io, to);
  else if (pages.length === 0 && urls === undefined)
    throw new WinnowError('usage', 'give pages to add, or --urls, --dir or --jsonl');
  return builder.finish();
}

function retrainAndReport(
  file: string,
  work: OpenedTaxonomy,
  set: ExampleSet,
  options: EditOptions,
  io: Io,
): void {
  const { work: after, trained, changed } = changeTaxonomy(work, set, options.date);
  const isDry = options.dryRun === true;
  if (!isDry) saveTaxonomyFile(file, after);
  const lines = changed.map(({ path, before: was, after: is }) => {
    const now = is === undefined ? 'gone' : formatCount(is, 'example');
    return `${path}: ${now}${was === undefined ? ', new' : `, ${was} before`}\n`;
  });
  const judged = isDry ? judgedDifferently(work, after) : [];
  const differ = judged
    .slice(0, maxJudged)
    .map(({ name, before: was, after: is }) => `  ${printable(name)}: ${is}, ${was} before\n`);
  const preview = [
    `${file}: unchanged; ${formatCount(trained, 'class', 'classes')} would be trained again\n`,
    `${formatCount(judged.length, 'example')} judged differently\n`,
    ...differ,
    ...(judged.length > maxJudged ? ['  …\n'] : []),
  ].join('');
  const learnt = isDry ? preview : `${file}: ${formatCount(trained, 'class', 'classes')} trained again\n`;
  const report = { model: file, trained, changed, ...(isDry ? { judged } : {}) };
  io.out(options.json === true ? json(report) : `${lines.join('')}${learnt}`);
}
