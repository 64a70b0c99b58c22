import { describe, expect, it } from 'vitest';
import type { PdfItem } from '../../../lib/documents/convert/pdf/pdf-item.ts';
import { linesOf } from '../../../lib/documents/convert/pdf/pdf-lines.ts';
import { bodyHtml } from '../../support/documents/converting.ts';
import { type PlacedText, pdfOf } from '../../support/documents/made-pdf.ts';

const shown = async (...texts: readonly PlacedText[]): Promise<string> =>
  (await bodyHtml(pdfOf(texts), 'application/pdf'))
    .replace(/<\/?section>/g, '')
    .replace(/\s+/g, ' ')
    .replaceAll(' </p>', '</p>');

describe('a page of a PDF', () => {
  it('has text once that is drawn again in its place, for bold letters or a shadow', async () => {
    expect(await shown([50, 700, 'Bold title'], [50.3, 700, 'Bold title'])).toBe('<p>Bold title</p>');
    expect(await shown([51, 699, 'Shadow'], [50, 700, 'Shadow'])).toBe('<p>Shadow</p>');
    expect(await shown([50, 700, 'Bold'], [50.3, 700, 'Bold'], [80, 700, 'word'], [80.3, 700, 'word'])).toBe(
      '<p>Bold word</p>',
    );
    expect(await shown([50, 700, 'first'], [50, 686, 'first'], [50, 672, 'second'])).toBe(
      '<p>first first second</p>',
    );
  });

  const left = [
    'The quick brown fox jumps over the dog',
    'and runs away into the dark forest',
    'where nobody ever finds the animal',
    'until hunters come',
  ];
  const right = [
    'Meanwhile the rabbits dig their holes',
    'deep under the roots of the old oak',
    'and hide their young from the hawks',
    'that circle over the meadow all day',
  ];
  const across = (rows: readonly (readonly [string, string])[]): readonly PlacedText[] =>
    rows.flatMap(([one, other], at): PlacedText[] => [
      [50, 700 - at * 14, one],
      [320, 700 - at * 14, other],
    ]);

  it('has one column after the other, also where it is drawn across', async () => {
    const rows = left.map((line, at) => [line, right[at] as string] as const);
    expect(await shown(...across(rows))).toBe(`<p>${left.join(' ')}</p><p>${right.join(' ')}</p>`);
  });

  it('has the rows of a table, and lines below columns where they stand', async () => {
    const table = [
      ['Ann', '100'],
      ['Bob', '200'],
      ['Carol', '300'],
      ['Dan', '400'],
    ] as const;
    expect(await shown(...across(table))).toBe('<p>Ann 100 Bob 200 Carol 300 Dan 400</p>');
    const rows = left.map((line, at) => [line, right[at] as string] as const);
    const below = 'A line that goes across both of these columns, from the left to the right of the page';
    expect(await shown(...across(rows), [50, 620, below])).toBe(
      `<p>${left.join(' ')}</p><p>${right.join(' ')}</p><p>${below}</p>`,
    );
  });

  it('is put in order in a time that grows with what it draws', () => {
    const items = Array.from({ length: 50_000 }, (_, at): PdfItem => {
      const [x, y] = [(at % 2) * 300, -Math.floor(at / 2) * 14];
      return { text: 'the same words again and again', x, y, width: 180, size: 12, endsLine: at % 2 === 1 };
    });
    // In the square of their number, it would take minutes, which the test's time-out ends.
    expect(linesOf(items, [], () => undefined).length).toBe(50_000);
  });
});
