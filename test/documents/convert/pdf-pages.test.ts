import { describe, expect, it } from 'vitest';
import type { PdfItem } from '../../../lib/documents/convert/pdf/pdf-item.ts';
import { linesOf } from '../../../lib/documents/convert/pdf/pdf-lines.ts';
import { bodyHtml } from '../../support/documents/converting.ts';
import { drawnPdf, type PlacedText, pdfOf } from '../../support/documents/made-pdf.ts';

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

  it.each([
    ['to the left', '0 1 -1 0', (line: number) => `${100 + line * 14} 50`],
    ['to the right', '0 -1 1 0', (line: number) => `${300 - line * 14} 750`],
    ['upside down', '-1 0 0 -1', (line: number) => `500 ${100 + line * 14}`],
  ])('that is turned %s is read as it is meant', async (_, matrix, place) => {
    const lines = ['A line of a page that is turned, with a hy-', 'phen at its end, goes on', 'and ends'];
    const drawn = lines.map((line, at) => `BT /F1 12 Tf ${matrix} ${place(at)} Tm (${line}) Tj ET`);
    expect((await bodyHtml(drawnPdf(drawn.join('\n')), 'application/pdf')).replace(/\s+/g, ' ')).toBe(
      '<section><p>A line of a page that is turned, with a hyphen at its end, goes on and ends</p></section>',
    );
  });

  it('has words whose letters are set apart, and letters of an index apart', async () => {
    const drawn = 'BT /F1 12 Tf 4 Tc 50 700 Td (ANNUAL REPORT) Tj ET';
    expect(await bodyHtml(drawnPdf(drawn), 'application/pdf')).toBe(
      '<section><p>ANNUAL REPORT</p></section>',
    );
    expect(await shown([50, 700, 'A B C D E F G'])).toBe('<p>A B C D E F G</p>');
    expect(await shown([50, 700, '7 3 5 1 9 2 8'])).toBe('<p>7 3 5 1 9 2 8</p>');
  });

  it('has words apart that follow each other from right to left', () => {
    const word = (text: string, x: number): PdfItem => ({
      text,
      x,
      y: 700,
      width: 10,
      size: 12,
      endsLine: false,
    });
    const [line] = linesOf([word('אב', 60), word('גד', 46), word('הו', 36)], [], () => undefined);
    expect(line?.runs.map(({ text }) => text).join('')).toBe('אב גדהו');
  });

  it('has notes with their authors once, and what fields show', async () => {
    const place = '/Rect[10 10 90 90]';
    const annotations = [
      `<</Subtype/Text${place}/T(Ann)/Contents(A note)/Popup 7 0 R>>`,
      `<</Subtype/Popup${place}/Parent 6 0 R>>`,
      `<</Subtype/FreeText${place}/Contents(Typed)>>`,
      `<</Subtype/Widget/FT/Tx${place}/T(f1)/TU(Name)/V(Bob)>>`,
      `<</Subtype/Widget/FT/Ch${place}/Ff 131072/T(City)/Opt[[(b)(Berlin)][(p)(Paris)]]/V(b)>>`,
    ];
    const notes = ['Ann: A note', 'Typed', 'Name: Bob', 'City: Berlin'].map((note) => `<p>${note}</p>`);
    expect(await bodyHtml(drawnPdf('', annotations), 'application/pdf')).toBe(
      `<section>${notes.join('')}</section>`,
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
