import type { PdfRow } from './pdf-item.ts';

/** A row before its first gap, and behind it. */
interface SplitRow {
  readonly row: PdfRow;
  readonly left: PdfRow;
  readonly right: PdfRow;
}

/** Widths of the gap between two columns, in sizes of their font: a space has a quarter. */
const leastGap = 1.2;
/** Rows of two columns that are no chance, and characters of a line of prose on the average: cells of tables have fewer. */
const fewestRows = 4;
const fewestCharacters = 20;
/** Columns side by side. */
const maxColumns = 6;

/** Rows of columns that a page draws across, one column after the other. */
export function inColumns(rows: readonly PdfRow[], depth = 1): readonly PdfRow[] {
  const ordered: PdfRow[] = [];
  let block: SplitRow[] = [];
  /** The gap that all rows of the block have. */
  let gap = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
  const endBlock = (): void => {
    if (areColumns(block)) {
      for (const { left } of block) if (left.length > 0) ordered.push(left);
      const rest = block.map(({ right }) => right).filter(({ length }) => length > 0);
      for (const row of depth < maxColumns ? inColumns(rest, depth + 1) : rest) ordered.push(row);
    } else for (const { row } of block) ordered.push(row);
    block = [];
    gap = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
  };
  for (const row of rows) {
    const last = block.at(-1)?.row;
    if (last !== undefined && !isBelow(last, row)) endBlock();
    let [split, narrowed] = placed(row, gap);
    if (split === undefined) {
      endBlock();
      [split, narrowed] = placed(row, gap);
    }
    block.push(split ?? { row, left: row, right: [] });
    gap = narrowed;
  }
  endBlock();
  return ordered;
}

type Gap = { readonly from: number; readonly to: number };

/** Splits a row at the gap of the rows above it, which its own may narrow; undefined: it goes across. */
function placed(row: PdfRow, gap: Gap): readonly [SplitRow | undefined, Gap] {
  const size = row[0]?.size ?? 0;
  const { at, from, to } = firstGap(row);
  if (at === undefined) {
    const start = row[0]?.x ?? 0;
    if (end(row) <= gap.to - size)
      return [
        { row, left: row, right: [] },
        { ...gap, from: Math.max(gap.from, end(row)) },
      ];
    if (start >= gap.from + size)
      return [
        { row, left: [], right: row },
        { ...gap, to: Math.min(gap.to, start) },
      ];
    return [undefined, gap];
  }
  const narrowed = { from: Math.max(gap.from, from), to: Math.min(gap.to, to) };
  if (narrowed.to - narrowed.from < size * leastGap) return [undefined, gap];
  return [{ row, left: row.slice(0, at), right: row.slice(at) }, narrowed];
}

/** The first gap of a row that is wider than one between words: where it is, and the item behind it. */
function firstGap(row: PdfRow): Gap & { readonly at?: number } {
  let from = Number.NEGATIVE_INFINITY;
  for (const [at, { text, x, width, size }] of row.entries()) {
    if (text.trim() === '') continue;
    if (from > Number.NEGATIVE_INFINITY && x - from >= size * leastGap) return { from, to: x, at };
    from = x + width;
  }
  return { from: 0, to: 0 };
}

function end(row: PdfRow): number {
  const last = row.findLast(({ text }) => text.trim() !== '');
  return last === undefined ? 0 : last.x + last.width;
}

function isBelow(last: PdfRow, row: PdfRow): boolean {
  const [above, below] = [last[0], row[0]];
  if (above === undefined || below === undefined) return false;
  const step = above.y - below.y;
  return step > 0 && step < 3 * Math.max(above.size, below.size);
}

function areColumns(block: readonly SplitRow[]): boolean {
  const both = block.filter(({ left, right }) => left.length > 0 && right.length > 0);
  const isProse = (side: 'left' | 'right'): boolean =>
    both.reduce((sum, one) => sum + lengthOf(one[side]), 0) >= both.length * fewestCharacters;
  return both.length >= fewestRows && isProse('left') && isProse('right');
}

function lengthOf(row: PdfRow): number {
  return row.reduce((sum, { text }) => sum + text.trim().length, 0);
}
