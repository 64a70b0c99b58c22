import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { namedQueries, textOf, textWith } from '../../../lib/capabilities/sql/named-queries.ts';
import { rowOf } from '../../../lib/capabilities/sql/row.ts';
import { valueNames } from '../../../lib/capabilities/sql/statement.ts';
import { createStatement, indexStatements } from '../../../lib/capabilities/sql/table.ts';
import { sqlTables } from '../../../lib/capabilities/sql/tables.ts';
import { tablesPage } from '../../../lib/capabilities/sql/tables-page.ts';

test('the columns of the paper are there: servers of source and target, number of tries, class, parent, whether it is good', () => {
  const names = (table: keyof typeof sqlTables) => sqlTables[table].columns.map(({ name }) => name);
  expect(names('links')).toEqual(['source', 'target', 'source_server', 'target_server']);
  expect(names('pages')).toEqual(expect.arrayContaining(['host', 'num_tries', 'relevance', 'class', 'hub']));
  expect(names('classes')).toEqual(['class', 'parent', 'name', 'good', 'crawl_only']);
});

test('a table is made with its key, and its indexes afterwards', () => {
  expect(createStatement(sqlTables.links)).toContain('PRIMARY KEY (source, target)\n) WITHOUT ROWID');
  expect(createStatement(sqlTables.hosts)).toContain('id INTEGER PRIMARY KEY,');
  expect(indexStatements(sqlTables.hosts)).toEqual([
    'CREATE INDEX hosts_by_host ON hosts (host)',
    'CREATE INDEX hosts_by_domain ON hosts (domain)',
  ]);
});

test('a row has its values in the order of the columns, and NULL where there is none', () => {
  expect(rowOf('classes', { good: 1, class: 'owls', crawl_only: 0 })).toEqual(['owls', null, null, 1, 0]);
});

test('shipped questions have names of their own, and a value for each name in their texts', () => {
  expect(new Set(namedQueries.map(({ name }) => name)).size).toBe(namedQueries.length);
  for (const query of namedQueries)
    expect(new Set(valueNames(query.sql)), query.name).toEqual(new Set(Object.keys(query.parameters ?? {})));
});

test('the text of a question with its values has them as literals', () => {
  const question = { name: 'x', title: 'x', explanation: 'x', sql: '\n    SELECT :a\n      , :b\n  ' };
  expect(textOf(question)).toBe('SELECT :a\n  , :b');
  expect(textWith(question, { a: "it's", b: 7 })).toBe("SELECT 'it''s'\n  , 7");
});

test('docs/sql-tables.md is as the code has it', () => {
  expect(readFileSync(new URL('../../../docs/sql-tables.md', import.meta.url), 'utf8')).toBe(tablesPage());
});
