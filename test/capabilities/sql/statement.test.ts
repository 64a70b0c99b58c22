import { expect, test } from 'vitest';
import { hasSecondStatement, valueNames } from '../../../lib/capabilities/sql/statement.ts';

test.each([
  ['select 1', 'select 1', false],
  ['select 1;', 'select 1;', false],
  ['select 1; -- a note\n/* and another */ ;', 'select 1;', false],
  ['select 1; select 2', 'select 1;', true],
  ['select 1; -- a note\nselect 2', 'select 1;', true],
  ['select 1; /* open', 'select 1;', false],
])('what follows the first statement of %j is found to be a second one, or nothing', (sql, first, second) => {
  expect(hasSecondStatement(sql, first)).toBe(second);
});

test('the values of a text are those outside of its strings, quoted names and comments', () => {
  const sql = `select :a, ':b', ":c", [:d], \`:e\` -- :f
    /* :g */ from t where x = :host and y = 'it''s :no' and z > :top`;
  expect(valueNames(sql)).toEqual(['a', 'host', 'top']);
});
