import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { WinnowError } from '../../../lib/base/error.ts';
import { fileFault } from '../../../lib/config/file/file-fault.ts';
import type { Io } from '../../io.ts';

/** A document of a JSONL file. */
export interface Example {
  /** From 1. */
  readonly line: number;
  readonly text: string;
  readonly class?: string;
  /** The language of the text, as the file gives it. */
  readonly language?: string;
  /** The id that the file gives, if that is a string or a number. */
  readonly id?: string | number;
}

/** Most characters of a line: the memory needed is that of one line. */
const longestLine = 256 * 1_024 * 1_024;

/**
 * Yields the documents of a JSONL file one at a time: objects with a `text`, and, if they are examples, a `class`. Other
 * members and empty lines are ignored.
 * @param file a path, of a gzip file when it ends in `.gz`; `-` is standard input
 * @throws WinnowError `config` naming file and line
 */
export async function* readJsonLines(file: string, io: Io): AsyncGenerator<Example> {
  let line = 0;
  for await (const raw of readLines(file, io)) {
    line += 1;
    const text = line === 1 ? raw.replace(/^\uFEFF/, '') : raw;
    if (text.trim() !== '')
      yield { line, ...parse(text, `${file === '-' ? 'standard input' : file}:${line}`) };
  }
}

function parse(raw: string, place: string): Omit<Example, 'line'> {
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch (cause) {
    throw new WinnowError('config', `${place}: expected a JSON object {"text": …, "class": …}`, { cause });
  }
  const { text, class: className, id, language } = (value ?? {}) as Record<string, unknown>;
  if (typeof text !== 'string')
    throw new WinnowError(
      'config',
      `${place}: expected "text" to be a string, as in {"text": …, "class": …}`,
    );
  if (className !== undefined && (typeof className !== 'string' || className === ''))
    throw new WinnowError('config', `${place}: expected "class" to be a string that is not empty`);
  return {
    text,
    ...(className === undefined ? {} : { class: className }),
    ...(typeof language === 'string' ? { language } : {}),
    ...(typeof id === 'string' || typeof id === 'number' ? { id } : {}),
  };
}

/** Yields each line without its end as soon as the line is complete. Only a line feed ends a line: JSON may contain other breaks. */
async function* readLines(file: string, io: Io): AsyncGenerator<string> {
  let rest: string[] = [];
  let length = 0;
  for await (const chunk of readChunks(file, io)) {
    const parts = chunk.split('\n');
    for (const part of parts.slice(0, -1)) {
      yield rest.join('') + part;
      rest = [];
      length = 0;
    }
    const last = parts.at(-1) as string;
    rest.push(last);
    length += last.length;
    if (length > longestLine)
      throw new WinnowError('config', `${file}: a line is longer than a document may be`);
  }
  if (length > 0) yield rest.join('');
}

async function* readChunks(file: string, io: Io): AsyncGenerator<string> {
  if (file === '-') {
    yield* io.input();
    return;
  }
  try {
    const stored = createReadStream(file);
    // `pipeline` passes errors of the file to the stream that is read.
    const stream = file.endsWith('.gz') ? pipeline(stored, createGunzip(), () => {}) : stored;
    stream.setEncoding('utf8');
    yield* stream as AsyncIterable<string>;
  } catch (error) {
    throw new WinnowError('config', `${file} cannot be read: ${fileFault(error)}`, { cause: error });
  }
}
