import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readRow } from '../../../lib/adapters/sql/open-tables.ts';
import { askTables } from '../../../lib/adapters/sql/query-process.ts';
import { writeTableFile } from '../../../lib/adapters/sql/table-file.ts';
import type { Cell } from '../../../lib/capabilities/sql/table.ts';

let directory: string;
let file: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'winnow-tables-'));
  file = join(directory, 'tables', 'crawl.db');
});
afterEach(() => rmSync(directory, { recursive: true }));

const owls: readonly Cell[] = ['owls', null, 'Owls', 1, 0];

async function written(...rows: readonly (readonly Cell[])[]): Promise<void> {
  const writer = writeTableFile(file);
  for (const row of rows) writer.add('classes', row);
  await writer.slice();
  writer.finish();
  writer.discard();
}

const classesIn = () =>
  readRow<{ readonly classes: number }>(file, 'SELECT count(*) AS classes FROM classes');

describe('a file of tables', () => {
  test('takes the place of the one before when it is finished, and not earlier', async () => {
    await written(owls);
    const writer = writeTableFile(file);
    await writer.slice();
    expect(classesIn()).toEqual({ classes: 1 });
    writer.finish();
    expect(classesIn()).toEqual({ classes: 0 });
    expect(readdirSync(join(directory, 'tables'))).toEqual(['crawl.db']);
  });

  test('leaves no trace of a copy that is given up, and the one before as it was', async () => {
    await written(owls);
    const writer = writeTableFile(file);
    writer.add('classes', ['trains', null, 'Trains', 0, 0]);
    writer.discard();
    writer.discard();
    expect(classesIn()).toEqual({ classes: 1 });
    expect(readdirSync(join(directory, 'tables'))).toEqual(['crawl.db']);
  });

  test('removes what a killed process left a day ago, and leaves what another one may be writing', async () => {
    mkdirSync(join(directory, 'tables'));
    const [old, young] = ['crawl.db.7-7.part', 'crawl.db.8-8.part'];
    for (const name of [old, young]) writeFileSync(join(directory, 'tables', name), '');
    const before = Date.now() / 1_000 - 90_000;
    utimesSync(join(directory, 'tables', old), before, before);
    await written(owls);
    expect(readdirSync(join(directory, 'tables')).sort()).toEqual(['crawl.db', young]);
  });

  test('has one row for what is added twice', async () => {
    await written(owls, owls);
    expect(classesIn()).toEqual({ classes: 1 });
  });

  test('that cannot be written is an error that names it', () => {
    writeFileSync(join(directory, 'tables'), '');
    expect(() => writeTableFile(file)).toThrow(`${file} cannot be written`);
  });
});

describe('a question to a file of tables', () => {
  const ask = (sql: string, rows = 10) => askTables({ file, sql, rows }, { timeMs: 60_000 });

  test('gives whole numbers that JavaScript cannot hold as texts, and bytes as SQL writes them', async () => {
    await written(owls);
    const { rows } = await ask("select 9007199254740991, 9007199254740993, x'00ff', 1e999, 0.5");
    expect(rows).toEqual([[9_007_199_254_740_991, '9007199254740993', "x'00ff'", 'Infinity', 0.5]]);
  });

  test('gives texts of any characters back as they are', async () => {
    const name = 'a\n"b"\u0000c\u2028 Eulen 🦉';
    await written(['owls', null, name, 1, 0]);
    expect((await ask('select name from classes')).rows).toEqual([[name]]);
  });

  test('to a file that is not there, or is none, is an error', async () => {
    await expect(ask('select 1')).rejects.toThrow('unable to open database file');
    mkdirSync(join(directory, 'tables'));
    writeFileSync(file, 'no database, whatever its name says'.repeat(100));
    await expect(ask('select * from pages')).rejects.toThrow('file is not a database');
  });

  test('whose answer is too long is ended, however few its rows are', async () => {
    await written(owls);
    const cells = Array.from({ length: 30 }, (_, at) => `x as x${at}`).join(', ');
    const question = `select ${cells} from (select hex(zeroblob(4500000)) as x)`;
    await expect(ask(question)).rejects.toThrow('its answer has more than 200 MB');
  });

  test('changes nothing of the file, whatever it is', async () => {
    await written(owls);
    await expect(ask("insert into classes values ('x', null, 'x', 1, 0)")).rejects.toThrow('not authorized');
    await expect(ask('with a as (delete from classes returning 1) select * from a')).rejects.toThrow();
    expect(classesIn()).toEqual({ classes: 1 });
  });
});
