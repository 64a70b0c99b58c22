import { expect, it } from 'vitest';
import { trimmed, trimmedEnd } from '../../lib/base/trim.ts';

it('takes some characters from the ends of a text, and no others from anywhere', () => {
  expect(trimmed(' \ta b\t ', ' \t')).toBe('a b');
  expect(trimmed('\ufeff a', ' \t')).toBe('\ufeff a');
  expect(trimmedEnd('..a.b..', '.')).toBe('..a.b');
  expect([trimmed('...', '.'), trimmedEnd('...', '.'), trimmed('', '.')]).toEqual(['', '', '']);
});
