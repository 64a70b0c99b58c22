import { WinnowError } from '../../base/error.ts';
import type { Cell } from '../../capabilities/sql/table.ts';
import { AskedProcess, type HowAsked, type NextLine } from '../system/asked-process.ts';
import { ownProgram } from '../system/own-program.ts';
import { outOfMemory, type Question, type QuestionLine } from './question.ts';

/** What came of a question. */
export interface SqlRows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** There are more rows than were asked for. */
  readonly more: boolean;
}

interface TablesAsked extends Pick<HowAsked, 'timeMs' | 'signal'> {
  /** What the process runs instead of query-child's own file: a bundle of it. */
  readonly program?: URL | undefined;
}

/**
 * Asks a file of tables in a process of its own, which is killed when the time is up.
 * @throws WinnowError `usage` when the question is refused, is no SQL, or takes too much
 */
export async function askTables(
  question: Question,
  { program = ownProgram(import.meta.url, 'query-child'), ...how }: TablesAsked,
): Promise<SqlRows> {
  const process = new AskedProcess(program);
  try {
    const advice = 'ask for less, or give it more with --time';
    const answer = await process.ask(question, { ...how, advice, refused, isLast: true }, readAnswer);
    if (answer !== undefined) return answer;
  } finally {
    process.close();
  }
  if (process.errors.includes(outOfMemory))
    throw refused('it took more than 3 GB of memory and was ended: ask for less');
  throw new WinnowError('internal', `the process that asks ${question.file} ended: ${process.errors}`);
}

/** Undefined when the process ended before it had said all. */
async function readAnswer(next: NextLine): Promise<SqlRows | undefined> {
  let columns: readonly string[] = [];
  const rows: (readonly Cell[])[] = [];
  for (let text = await next(); text !== undefined; text = await next()) {
    const line = JSON.parse(text) as QuestionLine;
    if ('fault' in line) throw refused(line.fault);
    if ('end' in line) return { columns, rows, more: line.end.more };
    if ('columns' in line) columns = line.columns;
    else rows.push(line.row);
  }
  return undefined;
}

function refused(why: string): WinnowError {
  return new WinnowError('usage', `the question is not answered: ${why}`);
}
