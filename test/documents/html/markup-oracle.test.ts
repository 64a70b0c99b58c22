import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMarkup } from '../../../lib/documents/html/read-markup.ts';
import { scannedMarkup } from '../../support/markup/scanned-markup.ts';

const names = (
  'a A area base frame html iframe img link meta title pre svg noscript body frameset noframes template head script ' +
  'style xmp noembed textarea math mrow p br td h1 h3 nav header MAIN article aside footer span b unknown-element x'
).split(' ');
const attributes = (
  ' href=/a| HREF="b&amp;c"| href=\'?a=1&copy=2&lt;3\'| rel=nofollow| rel="next prev"| alt="a picture"| alt| src=f| src=""' +
  '| name=description| content="some words"| http-equiv=refresh| content="0; url=/moved"| property=og:title| lang=en' +
  '| xml:lang="de"| class="x > y"| data-x=\'"\'| =| "| /| x=| type=application/json| href = spaced | xlink:href=/svg| srcdoc="<a href=/in>in</a>"'
).split('|');
const texts = (
  'word|two words| |  |\n|\t\n|.| a|b |ein längeres Stück Text mit Umlauten, Ende|中文字|\u00a0|\u2003|\u3000|\ufeff|\u2028|\0|\x1f|\x7f' +
  '|Wort\u00ad|&shy;|&zwnj;|&zwj;|&#8203;|\u200b|\u200c|\u200d|\u200e|\u202b|\u2060|\u2069|\u034f|\u061c|می|ने|ไทย|🏴|👩|✈\ufe0f|\u{e0067}|\u{e0001}' +
  '|\u0085|𝒳|&amp;|&nbsp;|&lt|&notit;|&#65;|&#x1F600;|&#128;|&#0;|&#xD800;|&#10;|&|&#|&#x;|&rarr;|&nGt;|&|<|< |<1|</|</ |<!|<?|>' +
  '|https://example.org/written-out'
).split('|');
const marks =
  '<!-- c -->|<!-->|<!--->|<!-- a --!>|<!--|<!--<script >|<![CDATA[ x ]]>|<![CDATA[|<!doctype html>|<?xml version="1.0"?>|-->|]]>|<|</'.split(
    '|',
  );

const tag = fc
  .tuple(
    fc.constantFrom('<', '<', '</'),
    fc.constantFrom(...names),
    fc.array(fc.constantFrom(...attributes), { maxLength: 4 }),
    fc.constantFrom('>', '>', '>', '/>', ' >', ' / >', '', '\n>'),
  )
  .map(([open, name, its, close]) => `${open}${name}${its.join('')}${close}`);

const page = fc
  .array(
    fc.oneof(tag, fc.constantFrom(...texts), fc.constantFrom(...marks), fc.string({ unit: 'grapheme' })),
    {
      maxLength: 40,
    },
  )
  .map((parts) => parts.join(''));

describe('reading markup in WebAssembly', () => {
  it('finds in every page what a plain reader of strings finds', () => {
    fc.assert(
      fc.property(page, fc.integer({ min: 0, max: 3 }), (html, most) => {
        const maxLinks = most === 0 ? undefined : most;
        expect(readMarkup(html, maxLinks)).toEqual(scannedMarkup(html, maxLinks));
      }),
      { numRuns: 3_000 },
    );
  });

  it('reads bytes as it reads their text', () => {
    fc.assert(
      fc.property(page, (html) => {
        expect(readMarkup(Buffer.from(html))).toEqual(readMarkup(html));
      }),
      { numRuns: 300 },
    );
  });

  it('reads a page that says more of itself than is told at once, and one that is larger than most', () => {
    const many = '<nav><a href="/x" rel="a">link</a></nav>'.repeat(20_000);
    expect(readMarkup(many)).toEqual(scannedMarkup(many));
    const large = `<p>ein längerer Text &amp; <a href="/y">ein Verweis</a>\n  𝒳&nGt;`.repeat(40_000);
    expect(readMarkup(large)).toEqual(scannedMarkup(large));
    expect(readMarkup('<p>and then a small one').text).toBe('and then a small one');
  });

  it('reads nothing of the page before', () => {
    readMarkup(`<p>${'<a href="/before">before</a> '.repeat(100)}-->]]></script>"'>`);
    for (const cut of [
      '<a href="',
      '<!--',
      '<script>',
      '<a',
      'x &am',
      '<![CDATA[',
      '<p>one <',
      '</',
      '<p>two&',
    ]) {
      expect(readMarkup(cut)).toEqual(scannedMarkup(cut));
    }
  });
});
