import { load } from 'cheerio';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMarkup } from '../../../lib/documents/html/read-markup.ts';
import { scanTags } from '../../../lib/documents/html/scan-tags.ts';

/** What is told of a page, a word each; texts in one piece. */
function told(html: string): string[] {
  const found: string[] = [];
  let text = '';
  let value = '';
  const flush = () => {
    if (text !== '') found.push(`"${text}"`);
    text = '';
  };
  scanTags(html, {
    openTag(start, end) {
      flush();
      found.push(`<${html.slice(start, end)}`);
      return true;
    },
    attribute: (start, end) => void found.push(html.slice(start, end)),
    value(start, end) {
      value += html.slice(start, end);
    },
    valueEntity(codePoint) {
      value += String.fromCodePoint(codePoint);
    },
    attributeEnd() {
      if (value !== '') found.push(`=${value}`);
      value = '';
    },
    openTagEnd: (selfClosing) => void found.push(selfClosing ? '/>' : '>'),
    closeTag(start, end) {
      flush();
      found.push(`</${html.slice(start, end)}`);
    },
    text(start, end) {
      text += html.slice(start, end);
    },
    textEntity(codePoint) {
      text += String.fromCodePoint(codePoint);
    },
  });
  flush();
  return found;
}

describe('scanning tags', () => {
  it.each([
    ['a<b>c</b>d', ['"a"', '<b', '>', '"c"', '</b', '"d"']],
    [`<a href='x>y' b="1" c=2/ d>`, ['<a', 'href', '=x>y', 'b', '=1', 'c', '=2/', 'd', '>']],
    ['<br/><br / x>', ['<br', '/>', '<br', 'x', '>']],
    ['<a =b>', ['<a', '=b', '>']],
    ['1 < 2 <3 <', ['"1 < 2 <3 <"']],
    ['a</>b</ x>c<?php?>d<!doctype html>e', ['"abcde"']],
    ['a<!-- <b> -- -->b<!-->c<!--->d<!--x--!>e<!-- never', ['"abcde"']],
    ['a<!--b--!>c<!--d-->e<!--f--!>g<!--h--!>i<!--j-->k', ['"acegik"']],
    ['a<!----!>b<!--!>c-->d<!--e--!', ['"abd"']],
    ['a<![CDATA[ <b> ]]>b<![CDATA[ >c', ['"abc"']],
    ['<script>if (a<b) "</b>"</SCRIPT >x', ['<script', '>', '"if (a<b) "</b>""', '</SCRIPT', '"x"']],
    ['<title>a <b> &amp; c</title>', ['<title', '>', '"a <b> & c"', '</title']],
    ['<style>a > b &amp; c', ['<style', '>', '"a > b &amp; c"']],
    ['</b class=">">x', ['</b', '"x"']],
  ] as const)('%s', (html, expected) => {
    expect(told(html)).toEqual(expected);
  });

  it.each([
    ['&amp;&lt;&#65;&#x41;&nbsp;', '&<AA\u00a0'],
    ['AT&T &co. & &;', 'AT&T &co. & &;'],
    ['&copy &notin; &notit; &#128; &#0;', '\u00a9 \u2209 \u00acit; \u20ac \ufffd'],
    ['&NotEqualTilde;&bogus;&amp', '\u2242\u0338&bogus;&'],
  ])('reads references in text: %s', (html, expected) => {
    expect(told(html)).toEqual([`"${expected}"`]);
  });

  it.each([
    ['?a=1&b=2&amp;c=3', '?a=1&b=2&c=3'],
    ['?a&lt=1&copy=2&copy2&copy', '?a&lt=1&copy=2&copy2\u00a9'],
    ["it's &quot;q&quot; &eacute;&Eacute;", 'it\'s "q" \u00e9\u00c9'],
  ])('reads references in values: %s', (value, expected) => {
    expect(told(`<a href="${value}">`)).toEqual(['<a', 'href', `=${expected}`, '>']);
  });

  it('finds the links that parse5 finds, in whatever comes', () => {
    const pieces = fc.constantFrom(
      ...[
        '<',
        '>',
        '</',
        '<a href=',
        '"',
        "'",
        ' ',
        '/x',
        '=',
        '&',
        '&amp;',
        '&lt',
        '&copy',
        '&#65;',
        '&#128;',
      ],
      ...['&notit;', '&bogus;', '<!--', '-->', '--!>', '<!', '<?', ']]>'],
      ...[
        '<style>',
        '</style',
        '/>',
        'text',
        '\n',
        '\u00e9',
        '<p class="a>b">',
        '?a=1&b=2',
        '<A HREF="/U&amp;V">',
      ],
      ...['<textarea>', '</textarea>', '</a>', '</>', '-', '!', '<title>t&amp;u</title>'],
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 14 }), (parts) => {
        const html = `<body>${parts.join('')}`;
        const links = readMarkup(html).links.filter(({ element }) => element === 'a');
        const expected = load(html)('a[href]').toArray();
        // As sets: a tree has a link again in each block that it reaches into.
        expect(new Set(links.map(({ href }) => href))).toEqual(new Set(expected.map((a) => a.attribs.href)));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    '<![CDATA[>',
    '<!--',
    '<!--a--!>',
    '<!--a-->',
    '<a b="',
    "<a b='>",
    '&',
    '&bogus',
    '<title>',
    '</',
    '<',
    '<!',
  ])('takes a time that grows with the page, not with its square: %s', (piece) => {
    // A quadratic scan of this would take minutes, which the test's time-out ends.
    expect(() => readMarkup(piece.repeat(1_000_000))).not.toThrow();
  });
});
