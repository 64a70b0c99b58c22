import { describe, expect, it } from 'vitest';
import { readMarkup } from '../../../lib/documents/html/read-markup.ts';
import { scannedMarkup } from '../../support/markup/scanned-markup.ts';

const after = '<a href=/after>seen</a>';

/** Where browsers end each of these, tried in Chromium. */
const ended: readonly (readonly [string, string])[] = [
  ['at its end tag', '<script>var a;</script>'],
  ['at an end tag with white space, a slash or attributes', '<script>a</SCRIPT\n/ id=">">'],
  ['in a comment that nothing closes', '<script><!-- var a;</script>'],
  ['not at a name that begins alike', '<script>"</scripts>" "</script-x>"</script>'],
  ['not in a script that a comment of it has', '<script><!-- <script>a</script> <a href=/in> --></script>'],
  ['behind a comment that a script in it is open in', '<script><!-- <script> //--></script>'],
  ['behind an inner script that is over', '<script><!-- <script> </script> </script>'],
  ['behind a comment that its own dashes close', '<script><!--> <script></script>'],
  ['behind a comment of three dashes', '<script><!---> <script></script>'],
  ['behind a script that no comment holds', '<script><script></script>'],
  ['behind an inner script whose name goes on', '<script><!-- <scripts></script>'],
];

describe('a script', () => {
  it.each(ended)('ends %s, as in browsers', (_, script) => {
    for (const read of [readMarkup, scannedMarkup]) {
      const { links, text } = read(`${script}${after}`);
      expect(links.map(({ href }) => href)).toEqual(['/after']);
      expect(text).toBe('seen');
    }
  });

  it('has no end where its comment is still in a script of its own, as in browsers', () => {
    for (const read of [readMarkup, scannedMarkup])
      expect(read(`<p>before</p><script><!--<script></script>${after}`)).toMatchObject({
        text: 'before',
        links: [],
      });
  });
});

describe('an anchor of SVG', () => {
  it('leads where xlink:href says, unless it has an href', () => {
    const svg = '<svg><a xlink:href="/old">a</a><a xlink:href="/old" href="/new">b</a></svg>';
    expect(readMarkup(svg).links.map(({ href, anchor }) => [href, anchor])).toEqual([
      ['/old', 'a'],
      ['/new', 'b'],
    ]);
  });
});
