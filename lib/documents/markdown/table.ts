import { largest } from '../../base/long-lists.ts';
import type { Block } from '../blocks/block.ts';
import { blockText } from '../blocks/block-text.ts';
import { inline } from './inline.ts';
import type { Writing } from './writing.ts';

/** Columns beyond these are left out. */
const maxColumns = 100;
const maxRows = 10_000;
const parts: ReadonlySet<string> = new Set(['tbody', 'thead', 'tfoot']);

/** A row of a table as its columns: a cell stands in the first column and row that it spans, the others are empty. */
export type Row = readonly (Block | undefined)[];

/** The rows of a table that shows data; undefined for one that only lays out the page. */
export function dataRows(table: Block, { left }: Writing): readonly Row[] | undefined {
  if (table.attributes.role === 'presentation' || table.attributes.role === 'none') return undefined;
  const rows: Row[] = [];
  /** For each column, how many rows more a cell above reaches. */
  const reach: number[] = [];
  let most = 0;
  let hasHeads = false;
  for (const cells of rowsOf(table, left)) {
    hasHeads ||= cells.some(({ name }) => name === 'th');
    if (cells.some((cell) => laysOut(cell, hasHeads ? Number.POSITIVE_INFINITY : mostParagraphs)))
      return undefined;
    if (cells.length === 0 || rows.length >= maxRows) continue;
    most = Math.max(most, cells.length);
    rows.push(rowOf(cells, reach));
  }
  const columns = largest(
    rows.map((row) => row.length),
    0,
  );
  return most > 1 && columns > 1 ? rows : undefined;
}

/** Puts cells into columns that no cell above reaches into. */
function rowOf(cells: readonly Block[], reach: number[]): Row {
  const row: (Block | undefined)[] = [];
  const skip = () => {
    for (
      let left = reach[row.length] ?? 0;
      left > 0 && row.length < maxColumns;
      left = reach[row.length] ?? 0
    ) {
      reach[row.length] = left - 1;
      row.push(undefined);
    }
  };
  for (const cell of cells) {
    skip();
    const width = Math.min(spanOf(cell.attributes.colspan), maxColumns - row.length);
    for (let column = 0; column < width; column++) {
      reach[row.length] = spanOf(cell.attributes.rowspan) - 1;
      row.push(column === 0 ? cell : undefined);
    }
  }
  for (skip(); row.length < reach.length && row.length < maxColumns; skip()) row.push(undefined);
  return row;
}

/** 0 reaches to the end of the part of the table. */
function spanOf(written: string | undefined): number {
  const span = Number.parseInt(written ?? '1', 10);
  return span === 0 ? maxRows : span > 0 ? span : 1;
}

/** Rows with a pipe at both ends, as GitHub Flavored Markdown has them (4.10): the first one is the header. */
export function tableLines(rows: readonly Row[], to: Writing): string {
  const columns = largest(rows.map((row) => row.length));
  const lines = rows.map((row) => {
    const cells = row.map((cell) =>
      cell === undefined ? '' : inline(cell.children, to).replace(/\s+/g, ' ').trim().replaceAll('|', '\\|'),
    );
    return `| ${[...cells, ...Array<string>(columns - cells.length).fill('')].join(' | ')} |`;
  });
  const rule = `|${' --- |'.repeat(columns)}`;
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}

/** The cells of each row. */
function* rowsOf(table: Block, left: Writing['left']): Iterable<readonly Block[]> {
  for (const child of table.children) {
    if (typeof child === 'string' || left(child)) continue;
    if (child.name === 'tr') yield cellsOf(child, left);
    else if (parts.has(child.name)) yield* rowsOf(child, left);
  }
}

function cellsOf(row: Block, left: Writing['left']): readonly Block[] {
  return row.children.filter(
    (cell): cell is Block =>
      typeof cell !== 'string' && (cell.name === 'td' || cell.name === 'th') && !left(cell),
  );
}

/** The caption of a table. */
export function captionOf(table: Block, left: Writing['left']): Block | undefined {
  return table.children.find(
    (child): child is Block => typeof child !== 'string' && child.name === 'caption' && !left(child),
  );
}

/** The elements that hold the code of a table whose first column numbers its lines; undefined: it is another table. */
export function numberedCode(table: Block, { left, page }: Writing): readonly Block[] | undefined {
  const lines: Block[] = [];
  let number: number | undefined;
  for (const cells of rowsOf(table, left)) {
    const [first, second] = cells;
    if (first === undefined || second === undefined || cells.length > 2 || !isCode(second)) return undefined;
    const numbers = blockText(page, first, left).split(/\s+/).filter(Boolean);
    if (numbers.length === 0 && first.visible > 0) return undefined;
    for (const one of numbers) {
      if (!/^\d{1,7}$/.test(one) || (number !== undefined && Number(one) !== number + 1)) return undefined;
      number = Number(one);
    }
    lines.push(second);
  }
  return lines.length > 0 && (number !== undefined || lines.length > 1) ? lines : undefined;
}

/** Whether a cell says that it holds code. */
function isCode({ attributes: { class: classes = '' }, children }: Block): boolean {
  if (/(?:^|[\s_-])(?:code|line-content)(?:[\s_-]|$)/i.test(classes)) return true;
  const inside = children.filter((child) => typeof child !== 'string' || child.trim() !== '');
  const [only] = inside;
  if (inside.length !== 1 || typeof only !== 'object') return false;
  return only.name === 'pre' || only.name === 'code' || isCode(only);
}

const layers: ReadonlySet<string> = new Set(['table', 'h1', 'h2', 'h3', 'article', 'section', 'form', 'pre']);

/** Cells with more paragraphs are parts of a page, where none in the rows above is a head. */
const mostParagraphs = 3;

/** Whether the cell holds what no cell of a Markdown table can hold. */
function laysOut(cell: Block, most: number): boolean {
  let paragraphs = 0;
  const waiting: Block[] = [cell];
  for (let block = waiting.pop(); block !== undefined; block = waiting.pop()) {
    if (block !== cell && layers.has(block.name)) return true;
    if (block.name === 'p' && ++paragraphs > most) return true;
    for (const child of block.children) if (typeof child !== 'string') waiting.push(child);
  }
  return false;
}
