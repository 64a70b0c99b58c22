import { describe, expect, it } from 'vitest';
import { formatOf, parseContentType } from '../../../lib/base/charset/media-type.ts';

describe('a Content-Type header', () => {
  it.each([
    ['text/html', { essence: 'text/html' }],
    [' TEXT/HTML ; Charset = x;charset="utf-8" ', { essence: 'text/html', charset: 'utf-8' }],
    ['text/html;charset=a;charset=b', { essence: 'text/html', charset: 'a' }],
    ['text/html; charset="a\\"b"', { essence: 'text/html', charset: 'a"b' }],
    ['text/html; charset=', { essence: 'text/html' }],
    ['text/plain, text/html', { essence: 'text/html' }],
    ['text/html;charset=gbk, text/html', { essence: 'text/html', charset: 'gbk' }],
    ['text/html, */*', { essence: 'text/html' }],
    ['text/html;x="a,b", nonsense', { essence: 'text/html' }],
    ['html', undefined],
    ['text/html foo', undefined],
    ['', undefined],
  ])('%j is %j', (header, expected) => {
    expect(parseContentType(header)).toEqual(expected);
  });
});

it('what people read as it stands is text, other text is not', () => {
  expect(['text/plain', 'text/markdown', 'text/csv'].map(formatOf)).toEqual(['text', 'text', 'text']);
  expect(['text/css', 'text/xml', 'text/calendar', 'image/png'].map(formatOf)).toEqual(
    Array(4).fill('unsupported'),
  );
});
