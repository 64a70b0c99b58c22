import type { Io } from '../../io.ts';

/** Yields the lines of standard input as they come, without empty lines and comments. */
export async function* linesOf(io: Io): AsyncGenerator<string> {
  if (io.inputIsTerminal) io.err('Enter URLs, one a line, then press Ctrl-D:\n');
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
