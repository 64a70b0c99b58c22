import { hash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CanonicalUrl } from '../../lib/base/url/url.ts';
import { contentMd5 } from '../../lib/documents/parsing/content-md5.ts';

const url = 'http://a.example/' as CanonicalUrl;

it('is that of text and title in UTF-8 without white space, wherever one ends and the other begins', () => {
  const words = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 50 }),
    fc.constantFrom('', 'a\ud83d', '\ude00 b', 'é\n'),
  );
  fc.assert(
    fc.property(words, words, (text, title) => {
      fc.pre(text + title !== '');
      const expected = hash('md5', Buffer.from((text + title).replace(/[ \n]/g, '')));
      expect(contentMd5(text, title, url, 'text/html')).toBe(expected);
    }),
    { numRuns: 500 },
  );
});

it('is that of a long text as of a short one', () => {
  for (const word of ['word \n', 'é漢 ', '\ud83d\ude00', 'a\ud83d\ude00'])
    for (const title of ['', 'A title', '\ude00 b']) {
      const text = `${word.repeat(60_000)}\ud83d`;
      const expected = hash('md5', Buffer.from((text + title).replace(/[ \n]/g, '')));
      expect(contentMd5(text, title, url, 'text/html')).toBe(expected);
    }
});
