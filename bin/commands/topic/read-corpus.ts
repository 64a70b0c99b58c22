import { WinnowError } from '../../../lib/base/error.ts';
import { formatCount } from '../../../lib/base/quantity.ts';
import { type Corpus, type CorpusBuilder, openCorpus } from '../../../lib/topic/train.ts';
import type { Io } from '../../io.ts';
import type { TargetOptions } from '../base/context.ts';
import { readDirectory } from './example-directory.ts';
import { readJsonLines } from './json-lines.ts';
import { isUrlList, readListedPages } from './listed-pages.ts';
import { loadTokeniser, type TokeniserOptions } from './tokeniser-options.ts';

/**
 * Sources of examples: either a file of documents with classes, or for each of two classes a directory or a list of URLs,
 * whose pages the selected job fetches.
 */
export interface CorpusSource extends TargetOptions, TokeniserOptions {
  readonly jsonl?: string;
  readonly good?: string;
  readonly bad?: string;
}

/** Most left-out documents that a warning lists. */
const maxListedDocuments = 5;

/**
 * Reads examples one at a time. Documents without words are left out, with a warning that lists the first of them.
 * @throws WinnowError `usage` when the sources are missing or contradict each other; `config` for files that cannot be read,
 * and when the examples have fewer than two classes
 */
export async function readCorpus(source: CorpusSource, io: Io): Promise<Corpus> {
  const builder = openCorpus(await loadTokeniser(source));
  const leftOut: string[] = [];
  if (source.jsonl !== undefined && source.good === undefined && source.bad === undefined) {
    await addLines(source.jsonl, builder, leftOut, io);
  } else if (source.jsonl === undefined && source.good !== undefined && source.bad !== undefined) {
    for (const [path, className] of [
      [source.good, 'good'],
      [source.bad, 'bad'],
    ] as const) {
      if (isUrlList(path)) await addPages(path, className, builder, leftOut, source, io);
      else addFiles(path, className, builder, leftOut);
    }
  } else {
    throw new WinnowError(
      'usage',
      'give examples with --jsonl FILE, or with --good and --bad, each a directory or a list of URLs',
    );
  }
  if (leftOut.length > 0) {
    const named = leftOut.slice(0, maxListedDocuments).join(', ');
    const others = leftOut.length > maxListedDocuments ? ', …' : '';
    io.err(`winnow: ${formatCount(leftOut.length, 'document')} without words left out: ${named}${others}\n`);
  }
  return requireTwoClasses(builder.finish());
}

async function addLines(file: string, builder: CorpusBuilder, leftOut: string[], io: Io): Promise<void> {
  for await (const { line, text, class: className, language } of readJsonLines(file, io)) {
    if (className === undefined)
      throw new WinnowError(
        'config',
        `${file}:${line}: the document has no "class"; expected {"text": …, "class": …}`,
      );
    if (!builder.add(text, className, language)) leftOut.push(`${file}:${line}`);
  }
}

function addFiles(directory: string, className: string, builder: CorpusBuilder, leftOut: string[]): void {
  for (const { file, page, text = '' } of readDirectory(directory)) {
    if (!builder.add(text, className, page?.language)) leftOut.push(file);
  }
}

async function addPages(
  list: string,
  className: string,
  builder: CorpusBuilder,
  leftOut: string[],
  options: TargetOptions,
  io: Io,
): Promise<void> {
  for (const { url, text, language } of await readListedPages(list, options, io)) {
    if (!builder.add(text, className, language)) leftOut.push(url);
  }
}

function requireTwoClasses(corpus: Corpus): Corpus {
  const { classes, labels } = corpus;
  if (labels.length === 0) throw new WinnowError('config', 'no document has words to learn from');
  if (classes.length === 1)
    throw new WinnowError(
      'config',
      `give documents of at least two classes: all documents are of the class ${classes[0]}`,
    );
  return corpus;
}
