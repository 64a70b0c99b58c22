import { expect, it } from 'vitest';
import type { CanonicalUrl } from '../../lib/base/url/url.ts';
import { parseOnly } from '../../lib/base/url/url-settings.ts';
import { readPage } from '../../lib/domain/reading/read-page.ts';

const page =
  '<!doctype html><title>Owls</title><meta name="robots" content="noindex, nofollow"><meta name="tdm-reservation" content="1"><p>They hunt at night.';

it.each([
  ['little-endian', '', false],
  ['little-endian with a mark', '\ufeff', false],
  ['big-endian', '', true],
  ['big-endian with a mark', '\ufeff', true],
])('a page in UTF-16, %s, says what robots may do', (_, mark, isBig) => {
  const body = Buffer.from(mark + page, 'utf16le');
  const read = readPage({
    url: 'http://a.example/' as CanonicalUrl,
    body: isBig ? body.swap16() : body,
    contentType: 'text/html',
    urlSettings: parseOnly,
    extract: [],
    product: 'winnow',
  });
  expect(read).toMatchObject({
    content: { title: 'Owls', robots: { noindex: true, nofollow: true, reservation: '1' } },
  });
});
