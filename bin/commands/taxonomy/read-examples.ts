import { readdirSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { WinnowError } from '../../../lib/base/error.ts';
import { formatCount } from '../../../lib/base/quantity.ts';
import { fileFault } from '../../../lib/config/file/file-fault.ts';
import { type ClassPath, isWithin, lineOf, readClassPath } from '../../../lib/topic/settings.ts';
import type { ExampleSetBuilder } from '../../../lib/topic/train.ts';
import type { Io } from '../../io.ts';
import { readDirectory } from '../base/example-directory.ts';
import { readJsonLines } from '../topic/json-lines.ts';

/** Sources of examples; exactly one is given. */
export interface ExampleSource {
  /** A directory tree, whose directories are the classes. */
  readonly dir?: string;
  /** A file of documents, each with the path of its class. */
  readonly jsonl?: string;
}

/** Most left-out files or documents that a warning lists. */
const maxListed = 5;

/**
 * Reads examples one at a time into a set.
 * @param below the class below which all classes of the source are added
 * @throws WinnowError `usage` unless exactly one source is given; `config` for files that cannot be read, for two examples with
 * the same name, and for classes whose names differ in case only
 */
export async function addExamples(
  { dir, jsonl }: ExampleSource,
  builder: ExampleSetBuilder,
  io: Io,
  below: ClassPath = '/',
): Promise<void> {
  if ((dir === undefined) === (jsonl === undefined))
    throw new WinnowError('usage', 'give examples with either --dir DIR or --jsonl FILE');
  const names = new Set<string>();
  const classes = new Map<string, ClassPath>();
  const wordless: string[] = [];
  const documents = dir === undefined ? readDocumentLines(jsonl ?? '', io) : readDocumentFiles(dir, io);
  for await (const { name, path, place, text, language } of documents) {
    if (names.has(name)) throw new WinnowError('config', `${place}: another example is also named ${name}`);
    names.add(name);
    const whole = path === '/' ? below : below === '/' ? path : `${below}${path}`;
    for (const one of lineOf(whole)) requireOneSpelling(one, classes, place);
    if (!builder.add(name, whole, text, language)) wordless.push(place);
  }
  warn(io, 'without words left out', wordless, 'document');
}

interface FoundExample {
  readonly name: string;
  readonly path: ClassPath;
  /** File and line, for messages. */
  readonly place: string;
  readonly text: string;
  readonly language?: string | undefined;
}

async function* readDocumentLines(file: string, io: Io): AsyncGenerator<FoundExample> {
  for await (const { line, text, class: written, id, language } of readJsonLines(file, io)) {
    const place = `${file}:${line}`;
    if (written === undefined)
      throw new WinnowError(
        'config',
        `${place}: the document has no "class"; expected {"text": …, "class": "/a/b"}`,
      );
    const read = readClassPath(written);
    if ('problem' in read) throw new WinnowError('config', `${place}: "class": ${read.problem}`);
    yield { name: id === undefined ? place : String(id), path: read.path, place, text, language };
  }
}

async function* readDocumentFiles(directory: string, io: Io): AsyncGenerator<FoundExample> {
  const { empty, links } = findEmptyDirectories(directory);
  warn(io, 'without documents left out', empty, 'class', 'classes');
  warn(io, 'not followed', links, 'symbolic link');
  for (const { file, page, text = '' } of readDirectory(directory)) {
    const name = relative(directory, file).split(sep).join('/');
    const read = readClassPath(dirname(name) === '.' ? '/' : dirname(name));
    if ('problem' in read) throw new WinnowError('config', `${file}: ${read.problem}`);
    yield { name, path: read.path, place: file, text, language: page?.language };
  }
}

/** Returns the directories without files below them, and symbolic links, which are not followed because they could form a circle. */
function findEmptyDirectories(directory: string): {
  readonly empty: readonly string[];
  readonly links: readonly string[];
} {
  const [empty, links]: [string[], string[]] = [[], []];
  const walk = (path: string): boolean => {
    let found = false;
    for (const entry of readEntries(path)) {
      const inner = join(path, entry.name);
      if (entry.isSymbolicLink()) links.push(inner);
      else if (entry.isDirectory()) found = walk(inner) || found;
      else found ||= entry.isFile();
    }
    if (!found) empty.push(path);
    return found;
  };
  walk(directory);
  return {
    empty: empty.filter((one) => !empty.some((other) => other !== one && isWithin(one, other))),
    links,
  };
}

function readEntries(path: string) {
  try {
    return readdirSync(path, { withFileTypes: true }).filter(({ name }) => !name.startsWith('.'));
  } catch (error) {
    throw new WinnowError('config', `${path} cannot be read: ${fileFault(error)}`, { cause: error });
  }
}

/** Refuses a class name that differs from another in case only: readers would take both for one class. */
function requireOneSpelling(path: ClassPath, classes: Map<string, ClassPath>, place: string): void {
  const lower = path.toLowerCase();
  const known = classes.get(lower) ?? path;
  if (known !== path)
    throw new WinnowError(
      'config',
      `${place}: use one spelling of the class: it is ${path} here and ${known} elsewhere`,
    );
  classes.set(lower, known);
}

function warn(io: Io, what: string, places: readonly string[], noun: string, plural?: string): void {
  if (places.length === 0) return;
  const others = places.length > maxListed ? ', …' : '';
  io.err(
    `winnow: ${formatCount(places.length, noun, plural)} ${what}: ${places.slice(0, maxListed).join(', ')}${others}\n`,
  );
}
