import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { namedQueries } from '../../../lib/capabilities/sql/named-queries.ts';
import { sqlTables } from '../../../lib/capabilities/sql/tables.ts';
import type { SqlAnswer } from '../../../lib/pipeline/operation/crawl-tables.ts';
import { asOwlAnswer, owlAnswers } from '../../support/sql/owl-answers.ts';
import { type OwlWeb, owlJob, owlValues, startOwlWeb } from '../../support/sql/owl-web.ts';
import { winnow } from '../test-io.ts';

let web: OwlWeb;
let job: string;

beforeAll(async () => {
  web = await startOwlWeb();
  job = mkdtempSync(join(tmpdir(), 'winnow-sql-'));
  writeFileSync(join(job, 'job.yaml'), stringify(owlJob(web, job)));
  expect(await winnow(['crawl', '--job', job])).toMatchObject({ exit: 0 });
});

afterAll(async () => {
  await web.close();
  rmSync(job, { recursive: true });
});

async function asked(...options: readonly string[]): Promise<SqlAnswer> {
  const { exit, out, err } = await winnow(['sql', '--job', job, '--json', ...options]);
  expect({ exit, err }).toEqual({ exit: 0, err: '' });
  return JSON.parse(out) as SqlAnswer;
}

function valuesOf(name: string): readonly string[] {
  return Object.entries(owlValues(web)[name] ?? {}).flatMap(([key, value]) => ['--set', `${key}=${value}`]);
}

describe('the tables of a crawl', () => {
  test.each(namedQueries.map((query) => query.name))('answer the shipped question %s', async (name) => {
    const { rows } = await asked('--named', name, ...valuesOf(name));
    expect(asOwlAnswer(web, name, rows)).toEqual(owlAnswers[name]);
  });
});

async function said(...options: readonly string[]): Promise<{ readonly out: string; readonly err: string }> {
  const { exit, out, err } = await winnow(['sql', '--job', job, ...options]);
  expect(exit, err).toBe(0);
  return { out, err };
}

async function refused(...options: readonly string[]): Promise<string> {
  const { exit, out, err } = await winnow(['sql', '--job', job, ...options]);
  expect({ exit, out }).toEqual({ exit: 2, out: '' });
  return err;
}

describe('an answer', () => {
  const question = 'select \'a "b", c\' as text, 7 as number, null as none';

  test('is a table, under which stands how many rows there are and of which time', async () => {
    const { out, err } = await said(question);
    expect(out).toBe('text      number  none\na "b", c       7\n');
    expect(err).toMatch(/^1 row; the crawl as of \d{4}-\d\d-\d\dT[\d:.]+Z\n$/);
  });

  test('is CSV', async () => {
    expect((await said('--csv', question)).out).toBe('text,number,none\r\n"a ""b"", c",7,\r\n');
  });

  test('is JSON with its columns, its rows and the time of the copy', async () => {
    expect(await asked(question)).toMatchObject({
      columns: ['text', 'number', 'none'],
      rows: [['a "b", c', 7, null]],
      more: false,
      made: expect.stringMatching(/^\d{4}-/),
    });
  });

  test('ends after as many rows as are asked for, and says that there are more', async () => {
    const { rows, more } = await asked('--rows', '3', 'select url from pages');
    expect({ rows: rows.length, more }).toEqual({ rows: 3, more: true });
    expect((await said('--rows', '3', 'select url from pages')).err).toContain('3 rows, and there are more');
  });

  test('takes values by name', async () => {
    const { rows } = await asked('--set', 'host=wood.%', 'select count(*) from hosts where host like :host');
    expect(rows).toEqual([[1]]);
  });
});

describe('the list of questions', () => {
  test('has the name, the title and the values of each', async () => {
    const { out } = await said('--list');
    for (const { name, title } of namedQueries)
      expect(out).toMatch(new RegExp(`^${name} +${title.replace(/[?.]/g, '\\$&')}`, 'm'));
    expect(out).toContain('from=… to=…');
  });

  test('gives each as SQL with its explanation', async () => {
    const { out } = await said('--show', 'citations');
    expect(out).toMatch(/^-- Pages of one class that link to pages of another\n/);
    expect(out).toContain('class = :from');
  });

  test('gives each with its values in the text, for other programs', async () => {
    const { out } = await said('--show', 'citations', '--set', "from=o'wl", '--set', 'to=T');
    expect(out).toContain("class = 'o''wl'");
    expect(out).not.toContain(':from');
  });

  test('says which values a question needs and which it has not', async () => {
    expect(await refused('--named', 'citations', '--set', 'from=N')).toContain('needs --set to=VALUE');
    expect(await refused('--named', 'hubs', '--set', 'tops=3')).toContain('has no value tops');
    expect(await refused('outcomes')).toContain('ask it with --named outcomes');
    expect(await refused('--named', 'hub')).toContain('there is no question hub; there are census');
  });
});

describe('a question is refused', () => {
  test.each([
    "insert into classes values ('x', null, 'x', 1, 0)",
    'update pages set relevance = 1',
    'delete from links',
    'drop table pages',
    'create table mine (a)',
    'create temp table mine (a)',
    "attach '/tmp/winnow-attached.db' as other",
    "vacuum into '/tmp/winnow-attached.db'",
    "select load_extension('/tmp/x.so')",
    'pragma writable_schema = on',
    'begin',
    'with a as (select 1) insert into classes select 1, 2, 3, 4, 5',
  ])('that is no reading: %s', async (question) => {
    expect(await refused(question)).toMatch(
      /the question is not answered: (not authorized|authorization denied)/,
    );
    expect(existsSync('/tmp/winnow-attached.db')).toBe(false);
  });

  test.each(['select * from table', 'select * from page'])(
    'with the tables that there are: %s',
    async (question) => {
      expect(await refused(question)).toContain('; the tables are classes, copy, hosts, links, pages,');
    },
  );

  test('that has a second statement', async () => {
    expect(await refused('select 1; select 2')).toContain('second statement');
    expect((await asked('select 1; -- and a note')).rows).toEqual([[1]]);
  });

  test('that is no SQL, or is about what is not there', async () => {
    expect(await refused('selec 1')).toContain('syntax error');
    expect(await refused('select sponsor from pages')).toContain('no such column: sponsor');
    expect(await refused('select :missing')).toContain(':missing has no value');
  });
});

describe('a question is ended', () => {
  const endless = 'with recursive n(i) as (select 1 union all select i + 1 from n) select max(i) from n';

  test('when its time is up, and the next one is answered', async () => {
    expect(await refused('--time', '1s', endless)).toContain('it took longer than 1 s and was ended');
    expect((await asked('select 1')).rows).toEqual([[1]]);
  });

  test('when its values become too large', async () => {
    expect(await refused("select length(replace(hex(zeroblob(4000000)), '0', 'abc'))")).toContain('too big');
  });
});

describe('the copy', () => {
  const made = 'select made from copy';

  test('is asked again, or made again, as people say', async () => {
    const before = await asked(made);
    expect(before.isRenewed).toBe(false);
    expect(before.rows).toEqual([[before.made]]);
    const after = await asked('--renew', 'now', made);
    expect(after.isRenewed).toBe(true);
    expect(after.made > before.made).toBe(true);
  });

  test('is kept in a file that other programs open', async () => {
    const file = join(job, 'mine.db');
    await asked('--file', file, 'select 1');
    const { rows } = await asked('--file', file, '--renew', 'never', made);
    const database = new DatabaseSync(file, { readOnly: true });
    expect([database.prepare(made).get()?.made]).toEqual(rows[0]);
    database.close();
  });

  test('takes no file that it has not made', async () => {
    const file = join(job, 'topic.txt');
    expect(await refused('--file', file, 'select 1')).toContain('is no copy of a crawl that Winnow made');
    expect(readFileSync(file, 'utf8')).toContain('owl');
  });

  test('leaves nothing of a copy that was not finished', () => {
    expect(readdirSync(join(job, 'data', 'sql', 'owls', 'tables'))).toEqual(['crawl.db']);
  });
});

describe('the tables as Parquet', () => {
  test('are files that other programs read, in place of those of the time before', async () => {
    const target = join(job, 'parquet');
    mkdirSync(join(target, 'owls'), { recursive: true });
    for (const name of ['pages-00007.parquet', 'mine-00000.parquet'])
      writeFileSync(join(target, 'owls', name), '');
    const { out } = await said('--parquet', target);
    expect(out.trim().split('\n')).toHaveLength(Object.keys(sqlTables).length);
    const names = readdirSync(join(target, 'owls'));
    expect(names).toContain('mine-00000.parquet');
    expect(names).not.toContain('pages-00007.parquet');
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    const read = await connection.runAndReadAll(`SELECT count(*) FROM '${target}/owls/pages-*.parquet'`);
    expect(read.getRows()).toEqual([[24n]]);
    connection.closeSync();
    instance.closeSync();
  });
});

describe('docs/sql.md', () => {
  const page = readFileSync(new URL('../../../docs/sql.md', import.meta.url), 'utf8');

  test('has commands that run as they stand there', async () => {
    const [, block = ''] = /```sh\n([^`]*--job jobs\/birds[^`]*)```/.exec(page) ?? [];
    const commands = block.trim().split('\n');
    expect(commands.length).toBeGreaterThan(3);
    for (const command of commands) {
      const words = [...command.replace(/ +(?:#|>).*$/, '').matchAll(/"([^"]*)"|(\S+)/g)];
      const [, ...argv] = words.map(([, quoted, word]) => (quoted ?? word ?? '').replace('jobs/birds', job));
      const { exit, err } = await winnow(argv);
      expect(exit, `${command}: ${err}`).toBe(0);
    }
  });

  test('names questions of the list with the values that they need', () => {
    const names = new Set(namedQueries.map(({ name }) => name));
    const cells = [...page.matchAll(/^\|[^|]*\| ((?:`[^`]+`(?:, )?)+) \|$/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([\w-]+)[^`]*`/g)].map(([, name = '']) => name),
    );
    const questions = cells.filter((name) => /^[a-z][a-z-]+$/.test(name));
    expect(questions.length).toBeGreaterThan(8);
    expect(questions.filter((name) => !names.has(name))).toEqual([]);
  });
});

test('a job that is removed leaves no copy', async () => {
  await asked('select 1');
  expect(existsSync(join(job, 'data', 'sql', 'owls', 'tables', 'crawl.db'))).toBe(true);
  for (const command of [['stop'], ['jobs', 'remove', 'owls', '--yes']]) {
    const { exit, err } = await winnow([...command, '--job', job, '--reason', 'over']);
    expect(exit, err).toBe(0);
  }
  expect(existsSync(join(job, 'data', 'sql', 'owls', 'tables', 'crawl.db'))).toBe(false);
});
