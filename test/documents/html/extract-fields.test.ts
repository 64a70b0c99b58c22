import { describe, expect, it } from 'vitest';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { checkSelector, extractFields } from '../../../lib/documents/html/extract-fields.ts';
import { parseNumber } from '../../../lib/documents/html/parse-number.ts';

describe('selectors', () => {
  it('are refused when they are none, with the reason', () => {
    for (const bad of ['', '  ', 'a[', 'p:nosuchthing', 'a >> b', '<p>', 'div{']) {
      expect(checkSelector(bad), bad).toEqual(expect.any(String));
    }
  });

  it('are accepted when the parser takes them', () => {
    for (const good of [
      'a',
      '.x > b[c="d"]:not(.e)',
      'h1, h2',
      'li:first-child',
      'a:contains("x")',
      ':is(p, q) + r',
    ]) {
      expect(checkSelector(good), good).toBeUndefined();
    }
  });
});

describe('numbers in a text', () => {
  it.each([
    ['42', 42],
    ['€ 12,50', 12.5],
    ['1,234', 1234],
    ['1,234.50', 1234.5],
    ['1.234,50 kr', 1234.5],
    ['1.234.567', 1234567],
    ["1'234.5", 1234.5],
    ['1 234,5', 1234.5],
    ['0,125', 0.125],
    ['2.567', 2.567],
    ['\u22123', -3],
    ['-.5', -0.5],
    ['6.02e23 mol', 6.02e23],
    ['from 3 to 4', 3],
    ['none', undefined],
    ['', undefined],
  ])('%s is %s', (text, value) => {
    expect(parseNumber(text)).toBe(value);
  });
});

describe('fields of a page that nests without end', () => {
  const extract = (html: string, selector: string, many = false) =>
    extractFields(html, [{ field: 'f', selector, type: 'string', many }], 'http://a.example/' as CanonicalUrl)
      .f;

  it.each([
    ['elements', '<div>'],
    ['elements that others do not end', '<b><i>'],
    ['foreign elements', '<svg>'],
  ])('are found in a time that grows with the page: %s', (_, tag) => {
    const deep = `<h1>first</h1>${tag.repeat(200_000)}<p>deep</p>${'</q>'.repeat(200_000)}`;
    // A stack of all of them would take many minutes, which the test's time-out ends.
    expect([extract(deep, 'h1'), extract(deep, 'h1 + *')]).toEqual(['first', 'deep']);
  });

  it('are as in a page that does not, up to 512 elements deep', () => {
    const nested = `${'<div>'.repeat(500)}<p>in <b>it</b></p>${'</div>'.repeat(500)}<p>after</p>`;
    expect(extract(nested, 'div > p')).toBe('in it');
    expect(extract(nested, ':root > p, p', true)).toEqual(['in it', 'after']);
    const deeper = `${'<div>'.repeat(600)}<h1>in <b>it</b></h1> too${'</div>'.repeat(600)}<p>after</p>`;
    expect(extract(deeper, 'h1, b, p', true)).toEqual(['', '', 'after']);
    expect(extract(deeper, 'div')).toBe('in it too');
  });

  it('are found in a time that grows with the page where all its elements stand side by side', () => {
    // Compared with each other, they would take many minutes, which the test's time-out ends.
    expect(extract(`</html><i>x</i>${'<p>owl</p>'.repeat(200_000)}</html><b>y</b>`, 'i + p')).toBe('owl');
    expect(extract(`<svg>${'<svg/>'.repeat(300_000)}</svg><p>owl</p>`, 'p')).toBe('owl');
    expect(extract(`${'<p>owl</p>'.repeat(2_000)}</html><b>y</b>`, ':root > b')).toBe('y');
  });

  it('show no text a thousand times', () => {
    const text = 'owl '.repeat(100_000);
    expect(extract(`${'<div>'.repeat(500)}${text}`, 'div', true)).toEqual(Array(3).fill(text.trim()));
    expect(extract(`<body><p>${'owl</p><p>'.repeat(50_000)}`, 'p', true)).toHaveLength(50_001);
  });

  it('looks at all nodes of a page that has no root', () => {
    expect(extract('<p>owl</p>'.repeat(6_000), 'p', true)).toHaveLength(6_000);
  });
});
