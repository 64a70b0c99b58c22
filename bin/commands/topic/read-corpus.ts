import { defined } from '../../../lib/base/defined.ts';
import { WinnowError } from '../../../lib/base/error.ts';
import { formatCount } from '../../../lib/base/quantity.ts';
import { type Corpus, openCorpus, openTrainingTexts } from '../../../lib/topic/train.ts';
import type { Io } from '../../io.ts';
import type { TargetOptions } from '../base/context.ts';
import { readDirectory } from '../base/example-directory.ts';
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

/** Takes in an example; false for one without words. */
type AddExample = (text: string, className: string, language?: string) => boolean;

/** Examples as classifiers learn from them, and written in short for those who learn what words mean. */
interface ReadExamples {
  readonly corpus: Corpus;
  readonly texts: Uint8Array;
}

/**
 * Reads examples one at a time. Documents without words are left out, with a warning that lists the first of them.
 * @throws WinnowError `usage` when the sources are missing or contradict each other; `config` for files that cannot be read,
 * and when the examples have fewer than two classes
 */
export async function readCorpus(source: CorpusSource, io: Io): Promise<ReadExamples> {
  const [builder, texts] = [openCorpus(await loadTokeniser(source)), openTrainingTexts()];
  const add: AddExample = (text, className, language) => {
    const isTaken = builder.add(text, className, language);
    if (isTaken) texts.add({ class: className, text, ...defined({ language }) });
    return isTaken;
  };
  const leftOut: string[] = [];
  if (source.jsonl !== undefined && source.good === undefined && source.bad === undefined) {
    await addLines(source.jsonl, add, leftOut, io);
  } else if (source.jsonl === undefined && source.good !== undefined && source.bad !== undefined) {
    for (const [path, className] of [
      [source.good, 'good'],
      [source.bad, 'bad'],
    ] as const) {
      if (isUrlList(path)) await addPages(path, className, add, leftOut, source, io);
      else addFiles(path, className, add, leftOut);
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
  const corpus = requireTwoClasses(builder.finish());
  return { corpus, texts: texts.finish(corpus.digest) };
}

async function addLines(file: string, add: AddExample, leftOut: string[], io: Io): Promise<void> {
  for await (const { line, text, class: className, language } of readJsonLines(file, io)) {
    if (className === undefined)
      throw new WinnowError(
        'config',
        `${file}:${line}: the document has no "class"; expected {"text": …, "class": …}`,
      );
    if (!add(text, className, language)) leftOut.push(`${file}:${line}`);
  }
}

function addFiles(directory: string, className: string, add: AddExample, leftOut: string[]): void {
  for (const { file, page, text = '' } of readDirectory(directory)) {
    if (!add(text, className, page?.language)) leftOut.push(file);
  }
}

async function addPages(
  list: string,
  className: string,
  add: AddExample,
  leftOut: string[],
  options: TargetOptions,
  io: Io,
): Promise<void> {
  for (const { url, text, language } of await readListedPages(list, options, io)) {
    if (!add(text, className, language)) leftOut.push(url);
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
