import type { Io } from '../../io.ts';
import { readBytes } from './files.ts';

/**
 * All lines of a file, or of standard input where no file or `-` is given: empty ones too, so that each has its number in the file.
 * @throws WinnowError `config` for a file that cannot be read
 */
export async function allLines(file: string | undefined, io: Io): Promise<readonly string[]> {
  const text = file === undefined || file === '-' ? await readInput(io) : readBytes(file).toString();
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

async function readInput(io: Io): Promise<string> {
  askForUrls(io);
  let text = '';
  for await (const chunk of io.input()) text += chunk;
  return text;
}

function askForUrls(io: Io): void {
  if (io.inputIsTerminal) io.err('Enter URLs, one a line, then press Ctrl-D:\n');
}

/** Yields the lines of standard input as they come, without empty lines and comments. */
export async function* linesOf(io: Io): AsyncGenerator<string> {
  askForUrls(io);
  let rest = '';
  for await (const chunk of io.input()) {
    const parts = (rest + chunk).split(/\r\n|\n|\r/);
    rest = parts.pop() ?? '';
    yield* parts.filter(saysSomething);
  }
  if (saysSomething(rest)) yield rest;
}

function saysSomething(line: string): boolean {
  return !/^\s*(?:#|$)/.test(line);
}
