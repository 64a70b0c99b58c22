import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { fingerprint } from '../../../lib/base/url/fingerprint.ts';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';

const url = 'https://www.example.org/a?b=c' as CanonicalUrl;

test('a fingerprint is the first 64 bits of SHA-256 over key, line feed and URL', () => {
  const expected = createHash('sha256').update(`key\n${url}`).digest('hex').slice(0, 16);
  expect(fingerprint('key', url)).toBe(expected);
});

test('another key gives another fingerprint', () => {
  expect(fingerprint('one', url)).not.toBe(fingerprint('two', url));
});
