import { describe, expect, it } from 'vitest';
import { isJsonLd, readJsonLd } from '../../../lib/documents/html/json-ld.ts';

describe('a script of JSON-LD', () => {
  it('is known by its type, whatever its parameters', () => {
    expect(
      ['application/ld+json', 'application/ld+json; charset=utf-8', 'application/ld+json ;x=y'].every(
        isJsonLd,
      ),
    ).toBe(true);
    expect(['application/json', 'application/ld+jsonx', ''].some(isJsonLd)).toBe(false);
  });

  it('is read where it nearly is JSON', () => {
    const thing = { a: 'one\ntwo\tthree', b: [1, 2] };
    for (const script of [
      '{"a":"one\ntwo\tthree","b":[1,2]}',
      '{"a":"one\\ntwo\\tthree","b":[1,2,],}',
      '//<![CDATA[\n{"a":"one\ntwo\tthree","b":[1,2]}\n//]]>',
      '/*<![CDATA[*/{"a":"one\ntwo\tthree","b":[1,2]}/*]]>*/',
      '<!-- {"a":"one\ntwo\tthree","b":[1,2]} -->',
      '\ufeff{"a":"one\ntwo\tthree","b":[1,2]};',
      '{"a":"one\ntwo\tthree", // the first, \n "b": /* the second */ [1,2]}',
    ])
      expect(readJsonLd(script)).toEqual(thing);
  });

  it('keeps what stands in strings', () => {
    const text = '{"a":"http://b//c;,]<!--d-->/* e */\\\\d\\"","b":"it\\\'s",}';
    expect(readJsonLd(text)).toEqual({ a: 'http://b//c;,]<!--d-->/* e */\\d"', b: "it's" });
  });

  it('is null where it is none', () => {
    for (const script of ['', '{"a":', '{"a":"b', 'var a = 1', '{"a":1}{"b":2}', '{a:1}'])
      expect(readJsonLd(script)).toBeNull();
  });

  it('is read in linear time', () => {
    for (const part of ['/*', '"\\', '<!-', '{"a":', ',; ', '/ ', '//'])
      expect(readJsonLd(part.repeat(200_000)) === null).toBe(true);
  });
});
