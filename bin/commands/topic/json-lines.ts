import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { fileFault } from '../../../lib/config/file/file-fault.ts';
import { WinnowError } from '../../../lib/domain/base/error.ts';
import type { Io } from '../../io.ts';

/** A document of a JSONL file. */
export interface Example {
  /** From 1. */
  readonly line: number;
  readonly text: string;
  readonly class?: string;
  /** The language that it is in, as it says itself. */
  readonly language?: string;
  /** As the file has it, when it is a text or a number. */
  readonly id?: string | number;
}

/** More characters in a line are no document: memory is taken for one line at a time. */
const longestLine = 256 * 1_024 * 1_024;

/**
 * Documents of a JSONL file, one at a time: objects with a `text`, and, where they are examples, a `class`. Other
 * members are passed over, and so are empty lines.
 * @param file a path, of a gzip file when it ends in `.gz`; `-` is standard input
 * @throws WinnowError `config` naming file and line
 */
export async function* readJsonLines(file: string, io: Io): AsyncGenerator<Example> {
  let line = 0;
  for await (const raw of linesOf(file, io)) {
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
    throw new WinnowError('config', `${place}: it is no JSON; expected {"text": …, "class": …}`, { cause });
  }
  const { text, class: className, id, language } = (value ?? {}) as Record<string, unknown>;
  if (typeof text !== 'string')
    throw new WinnowError('config', `${place}: "text" is no text; expected {"text": …, "class": …}`);
  if (className !== undefined && (typeof className !== 'string' || className === ''))
    throw new WinnowError('config', `${place}: "class" is no text; a document has one class`);
  return {
    text,
    ...(className === undefined ? {} : { class: className }),
    ...(typeof language === 'string' ? { language } : {}),
    ...(typeof id === 'string' || typeof id === 'number' ? { id } : {}),
  };
}

/** Lines without their ends, each as soon as it is whole. Only a line feed ends one: JSON may hold other breaks. */
async function* linesOf(file: string, io: Io): AsyncGenerator<string> {
  let rest: string[] = [];
  let length = 0;
  for await (const chunk of chunksOf(file, io)) {
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
      throw new WinnowError('config', `${file}: a line of it is too long to be a document`);
  }
  if (length > 0) yield rest.join('');
}

async function* chunksOf(file: string, io: Io): AsyncGenerator<string> {
  if (file === '-') {
    yield* io.input();
    return;
  }
  try {
    const stored = createReadStream(file);
    // `pipeline` hands errors of the file on to the stream that is read.
    const stream = file.endsWith('.gz') ? pipeline(stored, createGunzip(), () => {}) : stored;
    stream.setEncoding('utf8');
    yield* stream as AsyncIterable<string>;
  } catch (error) {
    throw new WinnowError('config', `${file} cannot be read: ${fileFault(error)}`, { cause: error });
  }
}
