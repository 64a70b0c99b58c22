import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { WinnowError } from '../../base/error.ts';
import type { Cell } from '../../capabilities/sql/table.ts';
import { outOfMemory, type Question, type QuestionLine } from './question.ts';

/** What came of a question. */
export interface SqlRows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** There are more rows than were asked for. */
  readonly more: boolean;
}

/** Characters of an answer. */
const mostText = 200_000_000;
const longestError = 2_000;

/** What the process runs, where nothing is bundled. */
const fromItsFile = new URL(
  import.meta.url.endsWith('.ts') ? './query-child.ts' : './query-child.js',
  import.meta.url,
);

interface HowAsked {
  readonly timeMs: number;
  /** What the process runs instead of query-child's own file: a bundle of it. */
  readonly program?: URL | undefined;
  /** Ends the question. */
  readonly signal?: AbortSignal;
}

/**
 * Asks a file of tables in a process of its own, which is killed when the time is up.
 * @throws WinnowError `usage` when the question is refused, is no SQL, or takes too much
 */
export async function askTables(
  question: Question,
  { timeMs, program = fromItsFile, signal }: HowAsked,
): Promise<SqlRows> {
  const options = ['--disable-warning=ExperimentalWarning', fileURLToPath(program)];
  const child = spawn(process.execPath, options, { stdio: 'pipe', env: {} });
  // It may end before it has read its question.
  child.stdin.on('error', () => undefined).end(JSON.stringify(question));
  let why: string | undefined;
  const end = (reason: string): void => {
    why ??= reason;
    child.kill('SIGKILL');
  };
  const timer = setTimeout(
    () =>
      end(`it took longer than ${timeMs / 1_000} s and was ended: ask for less, or give it more with --time`),
    timeMs,
  );
  const leave = (): void => end('nobody waits for it any more');
  if (signal?.aborted) leave();
  signal?.addEventListener('abort', leave);
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-longestError);
  });
  const over = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve());
  });
  try {
    const answer = await readAnswer(linesOf(child.stdout.setEncoding('utf8'), end));
    await over;
    if (why !== undefined) throw refused(why);
    if (answer !== undefined) return answer;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', leave);
    child.kill('SIGKILL');
  }
  if (errors.includes(outOfMemory))
    throw refused('it took more than 3 GB of memory and was ended: ask for less');
  throw new WinnowError('internal', `the process that asks ${question.file} ended: ${errors.trim()}`);
}

/** Undefined when the process ended before it had said all. */
async function readAnswer(lines: AsyncIterable<string>): Promise<SqlRows | undefined> {
  let columns: readonly string[] = [];
  const rows: (readonly Cell[])[] = [];
  for await (const text of lines) {
    const line = parsed(text);
    if (line === undefined) return undefined;
    if ('fault' in line) throw refused(line.fault);
    if ('end' in line) return { columns, rows, more: line.end.more };
    if ('columns' in line) columns = line.columns;
    else rows.push(line.row);
  }
  return undefined;
}

/** The lines of a text, which end with a line feed only: others, as U+2028, are part of what pages say. */
async function* linesOf(
  chunks: AsyncIterable<string>,
  end: (reason: string) => void,
): AsyncGenerator<string> {
  let [begun, length] = ['', 0];
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > mostText) return end('its answer has more than 200 MB: ask for fewer rows or columns');
    const lines = chunk.split('\n');
    lines[0] = begun + lines[0];
    begun = lines.pop() as string;
    yield* lines;
  }
}

/** Undefined for a line that was cut off. */
function parsed(text: string): QuestionLine | undefined {
  try {
    return JSON.parse(text) as QuestionLine;
  } catch {
    return undefined;
  }
}

function refused(why: string): WinnowError {
  return new WinnowError('usage', `the question is not answered: ${why}`);
}
