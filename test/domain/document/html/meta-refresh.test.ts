import { expect, it } from 'vitest';
import { refreshTarget } from '../../../../lib/domain/document/html/meta-refresh.ts';

it.each([
  ['0;url=/a', '/a'],
  [' 5 ; URL = "/a b"x', '/a b'],
  ["3,url='x", 'x'],
  ['0.5; /a', '/a'],
  ['.5 url=a', 'a'],
  ['0;urla', 'urla'],
  ['0; url="', undefined],
  ['5', undefined],
  ['5;', undefined],
  ['url=/a', undefined],
  ['-1;url=a', undefined],
  ['', undefined],
])('a refresh of %j leads to %j', (content, target) => {
  expect(refreshTarget(content)).toBe(target);
});
