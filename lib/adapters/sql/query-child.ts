import { readFileSync, writeSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { hasSecondStatement, valueNames } from '../../capabilities/sql/statement.ts';
import type { Cell } from '../../capabilities/sql/table.ts';
import { sqlTables } from '../../capabilities/sql/tables.ts';
import { ownProgram } from '../system/own-program.ts';
import { openTables } from './open-tables.ts';
import type { Question, QuestionLine } from './question.ts';

// A process of its own: SQLite runs in native code, which only the end of its process stops.

const [input, output] = [0, 1];
const pauseMs = 5;

function write(text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(output, bytes, at);
    } catch (error) {
      // The pipe is full until the other side reads.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
    }
  }
}

function say(line: QuestionLine): void {
  write(`${JSON.stringify(line)}\n`);
}

function answer({ file, sql, values = {}, rows }: Question): void {
  const database = openTables(file);
  const statement = database.prepare(sql);
  if (hasSecondStatement(sql, statement.sourceSQL)) {
    say({ fault: 'there is a second statement after the first: ask one question at a time' });
    return;
  }
  // SQLite would take NULL.
  const missing = valueNames(sql).find((name) => !Object.hasOwn(values, name));
  if (missing !== undefined) {
    say({ fault: `:${missing} has no value` });
    return;
  }
  statement.setReadBigInts(true);
  statement.setReturnArrays(true);
  say({ columns: statement.columns().map(({ name }) => name) });
  let count = 0;
  for (const row of statement.iterate(values) as unknown as Iterable<readonly unknown[]>) {
    if (count === rows) {
      say({ end: { more: true } });
      return;
    }
    say({ row: row.map(cellOf) });
    count += 1;
  }
  say({ end: { more: false } });
}

function cellOf(value: unknown): Cell {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (value instanceof Uint8Array) return `x'${Buffer.from(value.subarray(0, shownBytes)).toString('hex')}'`;
  return value as string | null;
}

/** Bytes that are shown of a value that is no text. No column has such. */
const shownBytes = 1_000;

/** What SQLite says, with the names that there are where it misses one. */
function explained(fault: string): string {
  // Who writes `FROM table` asks for the name of one.
  if (!/^no such table: |^near "table": syntax error/.test(fault)) return fault;
  return `${fault}; the tables are ${Object.keys(sqlTables).sort().join(', ')} (docs/sql-tables.md has their columns)`;
}

const watcher = ownProgram(import.meta.url, 'query-watch');
new Worker(watcher).unref();
try {
  answer(JSON.parse(readFileSync(input, 'utf8')) as Question);
} catch (error) {
  say({ fault: explained(error instanceof Error ? error.message : String(error)) });
}
