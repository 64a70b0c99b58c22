import { append } from '../../../base/long-lists.ts';
import type { TextRun } from '../word/paragraph.ts';
import { inColumns } from './pdf-columns.ts';
import { withoutDoubles } from './pdf-doubles.ts';
import type { PdfItem, PdfRow } from './pdf-item.ts';
import type { PdfPlace } from './pdf-turn.ts';

/** A place of a page that links somewhere. */
export interface PdfLink extends PdfPlace {
  readonly href: string;
}

export interface PdfLine {
  readonly runs: TextRun[];
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly length: number;
}

/**
 * The lines of a page in the order in which it draws them, one column after the other.
 * @param used is told each link that has a text
 */
export function linesOf(
  items: readonly PdfItem[],
  links: readonly PdfLink[],
  used: (link: PdfLink) => void,
): readonly PdfLine[] {
  return inColumns(rowsOf(withoutDoubles(items))).map((row) =>
    lineOf(withoutLetterSpacing(row), links, used),
  );
}

function rowsOf(items: readonly PdfItem[]): readonly PdfRow[] {
  const rows: PdfRow[] = [];
  let row: PdfItem[] = [];
  const end = (): void => {
    if (row.length > 0) rows.push(row);
    row = [];
  };
  for (const item of items) {
    const last = row.at(-1);
    // A new line may begin without an end of the one before it.
    if (
      last !== undefined &&
      item.text !== '' &&
      Math.abs(item.y - last.y) > Math.max(last.size, item.size) * 0.6
    )
      end();
    if (item.text !== '') row.push(item);
    if (item.endsLine) end();
  }
  end();
  return rows;
}

function lineOf(items: PdfRow, links: readonly PdfLink[], used: (link: PdfLink) => void): PdfLine {
  const runs: TextRun[] = [];
  let before: PdfItem | undefined;
  let size = 0;
  let length = 0;
  for (const item of items) {
    if (before !== undefined && isApart(before, item)) runs.push({ text: ' ', href: undefined });
    append(runs, linkedRuns(item, links, used));
    if (item.text.trim() !== '') {
      size = Math.max(size, item.size);
      length += item.text.length;
    }
    before = item;
  }
  const [{ x, y } = { x: 0, y: 0 }] = items;
  return { runs, x, y, size, length };
}

/** Words that a page places side by side without a space between. */
function isApart(before: PdfItem, item: PdfItem): boolean {
  if (/\s$/.test(before.text) || /^\s/.test(item.text)) return false;
  const right = item.x - (before.x + before.width);
  // Scripts that are read from the right go on to the left.
  const left = before.x - (item.x + item.width);
  return Math.max(right, left) > 0.18 * item.size || right < -2 * item.size;
}

/** An item is cut where a link begins or ends in it, by its share of the width: a page does not say where its letters are. */
function linkedRuns(
  item: PdfItem,
  links: readonly PdfLink[],
  used: (link: PdfLink) => void,
): readonly TextRun[] {
  const middle = item.y + item.size * 0.3;
  for (const link of links) {
    if (middle < link.bottom || middle > link.top || item.width <= 0) continue;
    const left = Math.max(item.x, link.left);
    const right = Math.min(item.x + item.width, link.right);
    if (right - left < item.size * 0.2) continue;
    used(link);
    const start = Math.round(((left - item.x) / item.width) * item.text.length);
    const end = Math.round(((right - item.x) / item.width) * item.text.length);
    if (item.text.length - (end - start) <= 1) return [{ text: item.text, href: link.href }];
    return [
      { text: item.text.slice(0, start) },
      { text: item.text.slice(start, end), href: link.href },
      { text: item.text.slice(end) },
    ].filter(({ text }) => text !== '');
  }
  return [{ text: item.text }];
}

/** Letters with a space behind each, and one alone. */
const spaced = /^[\p{L}\p{M}\p{N}\p{P}](?: [\p{L}\p{M}\p{N}\p{P}])*$/u;

/** Letters of a line that is no chance. */
const fewestLetters = 6;

/** A row whose letters are set apart, as titles are: the library takes what is between them for spaces, and wider gaps for texts of their own. */
function withoutLetterSpacing(row: PdfRow): PdfRow {
  const words = row.map(({ text }) => text).filter((text) => text.trim() !== '');
  const letters = words.flatMap((word) => word.split(' '));
  const isSpaced =
    letters.filter((one) => /\p{L}/u.test(one)).length >= fewestLetters &&
    words.some((word) => word.length > 1) &&
    words.every((word) => spaced.test(word));
  if (!isSpaced || areInOrder(letters)) return row;
  return row.map((item) =>
    item.text.trim() === '' ? item : { ...item, text: item.text.replaceAll(' ', '') },
  );
}

/** Letters of an index, or numbers. */
function areInOrder(letters: readonly string[]): boolean {
  return letters.every((letter, at) => at === 0 || letter > (letters[at - 1] as string));
}
