import { append } from '../../../base/long-lists.ts';
import type { HtmlWriter } from '../base/html-writer.ts';
import { type TextRun, writeRuns } from '../word/paragraph.ts';
import type { PdfLine } from './pdf-lines.ts';

/** The size of font that most of a document is set in. */
export function bodySize(pages: Iterable<readonly PdfLine[]>): number {
  const lengths = new Map<number, number>();
  for (const lines of pages) {
    for (const { size, length } of lines) {
      const rounded = Math.round(size * 2) / 2;
      lengths.set(rounded, (lengths.get(rounded) ?? 0) + length);
    }
  }
  let most = 0;
  let found = 0;
  for (const [size, length] of lengths) {
    if (length > most) [most, found] = [length, size];
  }
  return found;
}

/** Characters of a heading. */
const maxHeading = 200;

/** Writes the lines of a page as headings and paragraphs. */
export function writeParagraphs(html: HtmlWriter, lines: readonly PdfLine[], body: number): void {
  let open: PdfLine[] = [];
  const end = (): void => {
    const [first] = open;
    if (first !== undefined) writeParagraph(html, open, headingLevel(open, first.size, body));
    open = [];
  };
  for (const line of lines) {
    const last = open.at(-1);
    if (last !== undefined && !goesOn(last, line)) end();
    open.push(line);
  }
  end();
}

/** Whether a line belongs to the paragraph of the one before it: of its size, close below it, not further in. */
function goesOn(last: PdfLine, line: PdfLine): boolean {
  const size = Math.max(last.size, line.size);
  if (Math.abs(last.size - line.size) > size * 0.15) return false;
  const step = last.y - line.y;
  if (step < -size * 0.5) return false;
  return step < size * 1.75 && line.x < last.x + size * 3;
}

function headingLevel(lines: readonly PdfLine[], size: number, body: number): number | undefined {
  const length = lines.reduce((sum, line) => sum + line.length, 0);
  if (body === 0 || length > maxHeading || size < body * 1.15) return undefined;
  return size >= body * 1.8 ? 1 : size >= body * 1.4 ? 2 : 3;
}

function writeParagraph(html: HtmlWriter, lines: readonly PdfLine[], heading: number | undefined): void {
  const runs: TextRun[] = [];
  for (const { runs: more } of lines) {
    const last = runs.at(-1);
    const [next] = more;
    if (last !== undefined && next !== undefined) {
      if (isHyphenated(last.text, next.text)) {
        runs[runs.length - 1] = { ...last, text: last.text.trimEnd().slice(0, -1) };
      } else runs.push({ text: ' ', href: last.href === next.href ? last.href : undefined });
    }
    append(runs, more);
  }
  if (!runs.some(({ text }) => text.trim() !== '')) return;
  const name = heading === undefined ? 'p' : `h${heading}`;
  html.open(name);
  writeRuns(html, runs);
  html.close(name);
}

/** A word that goes on in the next line. */
function isHyphenated(before: string, after: string): boolean {
  return /\p{Ll}[-\u00ad\u2010]\s*$/u.test(before) && /^\p{Ll}/u.test(after);
}
