import { expect, test } from 'vitest';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import {
  type DeleteRule,
  meets,
  ruleFor,
  type UrlConditions,
} from '../../../lib/domain/control/delete-rule.ts';

const url = 'https://www.a.example/docs/1?q=owl' as CanonicalUrl;

test.each<[UrlConditions, boolean]>([
  [{}, true],
  [{ host: 'www.a.example' }, true],
  [{ host: 'a.example' }, true],
  [{ host: 'w.a.example' }, false],
  [{ host: 'ww.a.example' }, false],
  [{ prefix: 'https://www.a.example/docs/' }, true],
  [{ prefix: 'http://www.a.example/docs/' }, false],
  [{ path: '/docs/' }, true],
  [{ path: 'q=owl' }, true],
  [{ path: 'a.example' }, false],
  [{ host: 'a.example', path: '/docs/' }, true],
  [{ host: 'a.example', path: '/other/' }, false],
  [{ host: 'b.example', path: '/docs/' }, false],
])('a URL meets %j: %s', (conditions, expected) => {
  expect(meets(conditions, url)).toBe(expected);
});

test('the first rule that a URL meets counts', () => {
  const head = { at: 1, by: 'ann', reason: '' };
  const rules: readonly DeleteRule[] = [
    { ...head, id: 'other', host: 'b.example' },
    { ...head, id: 'first', path: '/docs/' },
    { ...head, id: 'second', host: 'a.example' },
  ];
  expect(ruleFor(rules, url)?.id).toBe('first');
  expect(ruleFor(rules.slice(0, 1), url)).toBeUndefined();
  expect(ruleFor(undefined, url)).toBeUndefined();
});
