import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { WinnowError } from '../../base/error.ts';

/** Characters of an answer. */
const mostText = 200_000_000;
const longestError = 2_000;

export interface HowAsked {
  readonly timeMs: number;
  /** What to do about a question that takes longer. */
  readonly advice: string;
  /** Ends the question. */
  readonly signal?: AbortSignal | undefined;
  /** No other question follows. */
  readonly isLast?: boolean;
  /** The error of a question that was ended. */
  refused(why: string): WinnowError;
}

/** The next line; undefined: the process has ended, and what it may have written last is no whole line. */
export type NextLine = () => Promise<string | undefined>;

/** Reads an answer of one line. @returns undefined: not all was said */
export async function oneAnswer<T>(next: NextLine): Promise<T | undefined> {
  const line = await next();
  return line === undefined ? undefined : (JSON.parse(line) as T);
}

/** A Node process that answers one question after the other in lines, and is killed when one takes too long: only that stops native code. */
export class AskedProcess {
  readonly #child;
  readonly #lines: AsyncGenerator<string, void>;
  readonly #over: Promise<void>;
  #length = 0;
  #errors = '';
  #why: string | undefined;

  /** @param program reads each question as a line of JSON, and ends when there are no more */
  constructor(program: URL) {
    const options = ['--disable-warning=ExperimentalWarning', fileURLToPath(program)];
    const child = spawn(process.execPath, options, { stdio: 'pipe', env: {} });
    this.#child = child;
    // It may end before it has read its question.
    child.stdin.on('error', () => undefined);
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#errors = (this.#errors + text).slice(-longestError);
    });
    this.#lines = linesOf(this.#counted(child.stdout.setEncoding('utf8')));
    this.#over = new Promise<void>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', () => resolve());
    });
    // Who asks hears of it.
    this.#over.catch(() => undefined);
  }

  /** What it wrote last on its error output. */
  get errors(): string {
    return this.#errors.trim();
  }

  get hasEnded(): boolean {
    const { pid, exitCode, signalCode, killed } = this.#child;
    return pid === undefined || exitCode !== null || signalCode !== null || killed;
  }

  /**
   * @param read undefined: not all was said
   * @returns undefined when the process ended by itself before it had said all
   * @throws WinnowError as `refused` makes it, when the question was ended
   */
  async ask<T>(
    question: unknown,
    { timeMs, advice, signal, isLast = false, refused }: HowAsked,
    read: (next: NextLine) => Promise<T | undefined>,
  ): Promise<T | undefined> {
    this.#length = 0;
    const timer = setTimeout(
      () => this.#end(`it took longer than ${timeMs / 1_000} s and was ended: ${advice}`),
      timeMs,
    );
    const leave = (): void => this.#end('nobody waits for it any more');
    if (signal?.aborted) leave();
    signal?.addEventListener('abort', leave);
    try {
      this.#child.stdin.write(`${JSON.stringify(question)}\n`);
      if (isLast) this.#child.stdin.end();
      const answer = await read(async () => (await this.#lines.next()).value ?? undefined);
      if (isLast || answer === undefined) await this.#over;
      if (this.#why !== undefined) throw refused(this.#why);
      return answer;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
    }
  }

  close(): void {
    this.#child.kill('SIGKILL');
  }

  #end(why: string): void {
    this.#why ??= why;
    this.close();
  }

  async *#counted(chunks: AsyncIterable<string>): AsyncGenerator<string> {
    for await (const chunk of chunks) {
      this.#length += chunk.length;
      if (this.#length > mostText)
        return this.#end('its answer has more than 200 MB: ask for fewer rows or columns');
      yield chunk;
    }
  }
}

/** The lines of a text, which end with a line feed only: others, as U+2028, are part of what pages say. */
export async function* linesOf(chunks: AsyncIterable<string>): AsyncGenerator<string, void> {
  let begun = '';
  for await (const chunk of chunks) {
    const lines = chunk.split('\n');
    lines[0] = begun + lines[0];
    begun = lines.pop() as string;
    yield* lines;
  }
}
