import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { withoutUnseen } from '../../../lib/documents/html/unseen.ts';
import { visibleText } from '../../../lib/documents/html/visible-text.ts';
import { contentMd5 } from '../../../lib/documents/parsing/content-md5.ts';

/** Words as pages have them, and now and then a unit that calls for a closer look, wherever it falls. */
const units = fc.constantFrom(
  ...[
    'a',
    'Z',
    '!',
    '~',
    '\x7f',
    '\x9f',
    'é',
    'Ā',
    '\u4e2d',
    '\u8000',
    '\u80a0',
    '\uffff',
    '\ud83d',
    '\ude00',
  ],
  ...['\u00ad', '\u200b', '\u200d', '\u2066', '\ufeff'],
  ...[' ', '\t', '\n', '\r', '\v', '\u00a0', '\u2028', '\u3000', '\0', '\x08', '\x1f'],
);
const source = fc
  .array(
    fc.oneof(
      { weight: 40, arbitrary: fc.constantFrom('ab', 'abc', ' x', '. Y', 'é ') },
      { weight: 1, arbitrary: units },
    ),
    {
      minLength: 10,
      maxLength: 100,
    },
  )
  .map((pieces) => pieces.join(''));

function collapsed(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those that are no white space.
  const seen = withoutUnseen(text.replace(/[\0-\x08\x0e-\x1f]+/g, ''));
  return seen.replace(/\s+/g, ' ').trim();
}

describe('visible text', () => {
  it('collapses white space and leaves out other control characters, wherever a piece begins and ends', () => {
    fc.assert(
      fc.property(source, fc.nat(5), fc.nat(5), (text, before, after) => {
        const visible = visibleText();
        visible.append(text, before, text.length - after);
        expect(visible.text()).toBe(collapsed(text.slice(before, text.length - after)));
      }),
      { numRuns: 2_000 },
    );
  });

  it('joins pieces by the white space at their ends', () => {
    fc.assert(
      fc.property(source, fc.array(fc.nat(200), { maxLength: 6 }), (text, cuts) => {
        const visible = visibleText();
        const ends = [
          0,
          ...cuts.map((cut) => Math.min(cut, text.length)).toSorted((a, b) => a - b),
          text.length,
        ];
        for (const [i, end] of ends.entries()) visible.append(text, ends[i - 1] ?? 0, end);
        expect(visible.text()).toBe(collapsed(text));
      }),
      { numRuns: 1_000 },
    );
  });

  it('reads two pages in turn', () => {
    const [one, other] = [visibleText(), visibleText()];
    const pages = ['first  page '.repeat(10), 'second\tpage '.repeat(12)] as const;
    one.append(pages[0], 0, 60);
    other.append(pages[1], 0, 72);
    one.append(pages[0], 60, pages[0].length);
    other.append(pages[1], 72, pages[1].length);
    expect([one.text(), other.text()]).toEqual(pages.map(collapsed));
  });

  it('takes a time that grows with the page where control characters are all over it', () => {
    const line = '\x1b[32m2024-01-01 12:00:00\x1b[0m INFO  the request took 123 ms and went fine';
    const log = `${line}\n`.repeat(100_000);
    const visible = visibleText();
    // Read again from its start for each line, it would take many minutes, which the test's time-out ends.
    for (let at = 0; at < log.length; at += line.length + 1) {
      visible.append(log, at, at + line.length);
      visible.breakLine();
    }
    expect(visible.text()).toBe(Array(100_000).fill(collapsed(line)).join('\n'));
  });
});

describe('the MD5 of content', () => {
  const url = 'http://host.example/' as CanonicalUrl;

  it('is the same whatever the white space, however long the text', () => {
    fc.assert(
      fc.property(source, fc.nat(8_000), (text, times) => {
        const words = collapsed(text);
        fc.pre(words !== '');
        const long = `${words}\n`.repeat(1 + (times > 7_990 ? times : 0));
        expect(contentMd5(long, 'a title', url, 'text/html')).toBe(
          contentMd5(long.replace(/[ \n]/g, ''), 'atitle', url, 'text/html'),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('tells by the URL and the media type where nothing is said', () => {
    expect(contentMd5('', '', url, 'text/html')).not.toBe(contentMd5('', '', url, 'text/plain'));
  });
});
