import { describe, expect, it } from 'vitest';
import {
  formatOf,
  mediaTypeOf,
  parseContentType,
} from '../../../../lib/domain/document/charset/media-type.ts';

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

describe('a body without a type', () => {
  it.each([
    ['<html>', 'text/html'],
    ['\r\n\t <!-- x', 'text/html'],
    ['<?xml version="1.0"?>', 'text/xml'],
    ['<b>', 'text/html'],
    ['<bx>', 'text/plain'],
    ['GIF89a', 'image/gif'],
    ['PK\x03\x04', 'application/zip'],
    ['\x00', 'application/octet-stream'],
    ['', 'text/plain'],
  ])('%j looks like %s', (body, essence) => {
    expect(mediaTypeOf('', Buffer.from(body, 'latin1')).essence).toBe(essence);
    expect(mediaTypeOf('unknown/unknown', Buffer.from(body, 'latin1')).essence).toBe(essence);
  });

  it('that an old Apache calls text is looked at, and no other', () => {
    const binary = Buffer.from([1]);
    expect(mediaTypeOf('text/plain; charset=ISO-8859-1', binary).essence).toBe('application/octet-stream');
    expect(mediaTypeOf('text/plain; charset=koi8-r', binary).essence).toBe('text/plain');
  });
});

it('what people read as it stands is text, other text is not', () => {
  expect(['text/plain', 'text/markdown', 'text/csv'].map(formatOf)).toEqual(['text', 'text', 'text']);
  expect(['text/css', 'text/xml', 'text/calendar', 'image/png'].map(formatOf)).toEqual(
    Array(4).fill('unsupported'),
  );
});
