import type { Command } from 'commander';
import { WinnowError } from '../../../lib/domain/base/error.ts';
import { documentText } from '../../../lib/domain/topic/learn/document-text.ts';
import {
  eliminateClass,
  mergeClasses,
  moveExamples,
} from '../../../lib/domain/topic/taxonomy/edit-examples.ts';
import { type ExampleSet, openExampleSet } from '../../../lib/domain/topic/taxonomy/examples.ts';
import type { Io } from '../../io.ts';
import { json } from '../../render/base/json.ts';
import { formatCount } from '../../render/base/quantity.ts';
import { addTargetOptions, type TargetOptions, withJob } from '../base/context.ts';
import { isUrl } from '../look/page-at.ts';
import { readFiles } from '../topic/example-directory.ts';
import { listedPages } from '../topic/listed-pages.ts';
import { addExamples, type ExampleSource } from './read-examples.ts';
import {
  classArgument,
  existingClass,
  type OpenedTaxonomy,
  openForChange,
  retrain,
  today,
} from './work-file.ts';

interface EditOptions {
  readonly date: string;
  readonly json?: boolean;
}

interface ToOptions extends EditOptions {
  readonly to: string;
}

interface AddOptions extends ToOptions, ExampleSource {
  readonly urls?: string;
  readonly job: string;
}

/** Names that are listed when one is not known. */
const namedExamples = 5;

/** Commands that change the examples and train what has changed. */
export function defineEdits(command: Command, io: Io): void {
  edit(command, 'add', 'add examples: files to one class, or many with the paths of their classes')
    .argument(
      '[pages...]',
      'text and HTML files, or directories of them; one that is there already is replaced',
    )
    .option('--to <class>', 'the class of the pages; it is made if it is not there', '/')
    .option('--dir <dir>', 'a directory tree, whose directories are classes below --to')
    .option('--jsonl <file>', 'documents, one {"text": …, "class": …} a line; classes are below --to')
    .option('--urls <file>', 'URLs of pages, one a line, which are fetched as politely as by a crawl')
    .option('--job <dir>', 'the job that fetches them', '.')
    .action(async (file: string, pages: readonly string[], options: AddOptions) => {
      const work = await openForChange(file);
      finish(file, work, await added(work, pages, options, io), options, io);
    });
  edit(command, 'move', 'say that examples belong to another class')
    .argument('<examples...>', "their names, as 'winnow taxonomy show --examples' gives them")
    .requiredOption('--to <class>', 'their class; it is made if it is not there')
    .action(async (file: string, names: readonly string[], options: ToOptions) => {
      const work = await openForChange(file);
      for (const name of names) requireExample(work.set, name);
      finish(file, work, moveExamples(work.set, new Set(names), classArgument(options.to)), options, io);
    });
  edit(command, 'merge', 'make one class of several, with all that is below them')
    .argument('<classes...>', 'the classes')
    .requiredOption('--to <class>', 'what they become; one of them, or a new class')
    .action(async (file: string, classes: readonly string[], options: ToOptions) => {
      const work = await openForChange(file);
      const from = classes.map((one) => existingClass(work, one));
      finish(file, work, mergeClasses(work.set, from, classArgument(options.to)), options, io);
    });
  edit(command, 'eliminate', 'take a class away, with all that is below it')
    .argument('<class>', 'the class')
    .option('--keep-examples', 'its examples go to the class above')
    .action(
      async (file: string, written: string, options: EditOptions & { readonly keepExamples?: boolean }) => {
        const work = await openForChange(file);
        const gone = existingClass(work, written);
        if (gone === '/') throw new WinnowError('usage', 'the root cannot be taken away');
        const examples = options.keepExamples === true ? 'keep' : 'drop';
        finish(file, work, eliminateClass(work.set, gone, examples), options, io);
      },
    );
}

/** Pages of a collection become examples, under their URLs. */
export function defineCorrect(command: Command, io: Io): void {
  addTargetOptions(
    command
      .command('correct')
      .description('say to which class pages of a collection belong: they become examples of it')
      .argument('<model>', 'a taxonomy; it is written over')
      .argument('<urls...>', 'URLs, or MD5s of records')
      .requiredOption('--to <class>', 'their class; it is made if it is not there')
      .option('--date <date>', 'the date in the model', today()),
  ).action(async (file: string, urls: readonly string[], options: ToOptions & TargetOptions) => {
    const work = await openForChange(file);
    const to = classArgument(options.to);
    const builder = openExampleSet(work.set);
    await withJob(options, 'guest', 'ensure', async ({ installation, job }) => {
      for (const url of urls) {
        const record = isUrl(url)
          ? await installation.topics.keptPage(job, url)
          : (await installation.record(job, url))?.record;
        if (record === undefined)
          throw new WinnowError(
            'not-found',
            `${url} is not in the collection, nor kept beside it (offTopic.keep); 'winnow taxonomy add' fetches it with --urls, or takes a file of it`,
          );
        if (!builder.add(record.finalUrl, to, documentText(record), record.language))
          throw new WinnowError('config', `${url}: there are no words in it`);
      }
    });
    finish(file, work, builder.finish(), options, io);
  });
}

function edit(command: Command, name: string, description: string): Command {
  return command
    .command(name)
    .description(description)
    .argument('<model>', 'a taxonomy; it is written over')
    .option('--date <date>', 'the date in the model', today())
    .option('--json', 'print JSON');
}

async function added(
  { set }: OpenedTaxonomy,
  pages: readonly string[],
  options: AddOptions,
  io: Io,
): Promise<ExampleSet> {
  const to = classArgument(options.to);
  const builder = openExampleSet(set);
  const { dir, jsonl, urls } = options;
  const add = (name: string, text: string, language?: string): void => {
    if (to === '/') throw new WinnowError('usage', `${name}: say with --to which class it belongs to`);
    if (!builder.add(name, to, text, language))
      throw new WinnowError('config', `${name}: there are no words in it`);
  };
  for (const { file, page, text = '' } of readFiles(pages)) add(file, text, page?.language);
  if (urls !== undefined)
    for (const { url, text, language } of await listedPages(urls, options, io)) add(url, text, language);
  if (dir !== undefined || jsonl !== undefined) await addExamples(options, builder, io, to);
  else if (pages.length === 0 && urls === undefined)
    throw new WinnowError('usage', 'name pages to add, or --urls, --dir or --jsonl');
  return builder.finish();
}

function requireExample({ examples }: ExampleSet, name: string): void {
  if (examples.some((one) => one.name === name)) return;
  const like = examples.filter((one) => one.name.includes(name)).slice(0, namedExamples);
  const hint = like.length === 0 ? '' : `; there is ${like.map((one) => one.name).join(', ')}`;
  throw new WinnowError('not-found', `there is no example named ${name}${hint}`);
}

function finish(file: string, work: OpenedTaxonomy, set: ExampleSet, options: EditOptions, io: Io): void {
  const { taxonomy, trained } = retrain(file, work, set, options.date);
  const before = new Map(work.taxonomy.tree.map(({ path, examples }) => [path, examples]));
  const after = new Map(taxonomy.tree.map(({ path, examples }) => [path, examples]));
  const changed = [...new Set([...before.keys(), ...after.keys()])]
    .filter((path) => before.get(path) !== after.get(path))
    .map((path) => ({ path, before: before.get(path), after: after.get(path) }));
  const lines = changed.map(({ path, before: was, after: is }) => {
    const now = is === undefined ? 'gone' : formatCount(is, 'example');
    return `${path}: ${now}${was === undefined ? ', new' : `, ${was} before`}\n`;
  });
  const learnt = `${file}: ${formatCount(trained, 'class', 'classes')} learnt again\n`;
  io.out(options.json === true ? json({ model: file, trained, changed }) : `${lines.join('')}${learnt}`);
}
