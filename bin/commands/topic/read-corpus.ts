import { WinnowError } from '../../../lib/domain/base/error.ts';
import { type Corpus, type CorpusBuilder, openCorpus } from '../../../lib/domain/topic/learn/corpus.ts';
import type { Io } from '../../io.ts';
import { formatCount } from '../../render/base/quantity.ts';
import type { TargetOptions } from '../base/context.ts';
import { readDirectory } from './example-directory.ts';
import { readJsonLines } from './json-lines.ts';
import { isList, listedPages } from './listed-pages.ts';
import { type TokeniserOptions, tokeniserOf } from './tokeniser-options.ts';

/**
 * Where examples come from: a file of documents with classes, or for each of two classes a directory, or a file with a
 * list of URLs, which are fetched for the job that is named.
 */
export interface Source extends TargetOptions, TokeniserOptions {
  readonly jsonl?: string;
  readonly good?: string;
  readonly bad?: string;
}

/** Documents that were left out and are named. */
const maxNamed = 5;

/**
 * Reads examples, one at a time. Documents without words are left out, with a warning that names some.
 * @throws WinnowError `usage` when it is not said where from; `config` for what cannot be read, and for examples from
 * which no classes can be told apart
 */
export async function readCorpus(source: Source, io: Io): Promise<Corpus> {
  const builder = openCorpus(await tokeniserOf(source));
  const leftOut: string[] = [];
  if (source.jsonl !== undefined && source.good === undefined && source.bad === undefined) {
    await addLines(source.jsonl, builder, leftOut, io);
  } else if (source.jsonl === undefined && source.good !== undefined && source.bad !== undefined) {
    for (const [path, className] of [
      [source.good, 'good'],
      [source.bad, 'bad'],
    ] as const) {
      if (isList(path)) await addPages(path, className, builder, leftOut, source, io);
      else addFiles(path, className, builder, leftOut);
    }
  } else {
    throw new WinnowError(
      'usage',
      'say where the examples are: --jsonl FILE, or --good and --bad, each a directory or a list of URLs',
    );
  }
  if (leftOut.length > 0) {
    const named = leftOut.slice(0, maxNamed).join(', ');
    const others = leftOut.length > maxNamed ? ', …' : '';
    io.err(`winnow: ${formatCount(leftOut.length, 'document')} without words left out: ${named}${others}\n`);
  }
  return checked(builder.finish());
}

async function addLines(file: string, builder: CorpusBuilder, leftOut: string[], io: Io): Promise<void> {
  for await (const { line, text, class: className, language } of readJsonLines(file, io)) {
    if (className === undefined)
      throw new WinnowError('config', `${file}:${line}: it has no "class"; expected {"text": …, "class": …}`);
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
  for (const { url, text, language } of await listedPages(list, options, io)) {
    if (!builder.add(text, className, language)) leftOut.push(url);
  }
}

function checked(corpus: Corpus): Corpus {
  const { classes, labels } = corpus;
  if (labels.length === 0)
    throw new WinnowError('config', 'there is no document with words in it to learn from');
  if (classes.length === 1)
    throw new WinnowError(
      'config',
      `all documents are of one class, ${classes[0]}: at least two are needed to tell them apart`,
    );
  return corpus;
}
