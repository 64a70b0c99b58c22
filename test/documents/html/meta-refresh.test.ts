import { expect, it } from 'vitest';
import { isInstant, readRefresh } from '../../../lib/documents/html/meta-refresh.ts';

it.each([
  ['0;url=/a', '/a', 0],
  [' 5 ; URL = "/a b"x', '/a b', 5],
  ["3,url='x", 'x', 3],
  ['0.5; /a', '/a', 0],
  ['.5 url=a', 'a', 0],
  ['1.9;a', 'a', 1],
  ['0;urla', 'urla', 0],
])('a refresh of %j leads to %j after %i seconds', (content, href, seconds) => {
  expect(readRefresh(content)).toEqual({ href, seconds });
});

it.each(['0; url="', '5', '5;', 'url=/a', '-1;url=a', ''])('%j is no refresh to another URL', (content) => {
  expect(readRefresh(content)).toBeUndefined();
});

it('is instant when nobody can read the page', () => {
  const instant = (seconds: number) => isInstant({ href: '/a', seconds });
  expect([0, 1, 2, 10, Number('9'.repeat(400))].map(instant)).toEqual([true, true, false, false, false]);
});
