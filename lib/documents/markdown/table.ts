import { largest } from '../../base/long-lists.ts';
import type { Block } from '../blocks/block.ts';
import { inline } from './inline.ts';
import type { Writing } from './writing.ts';

/** Cells of a row beyond these are left out. */
const maxColumns = 100;
const maxRows = 10_000;
const parts: ReadonlySet<string> = new Set(['tbody', 'thead', 'tfoot']);

/** The rows of a table that shows data; undefined for one that only lays out the page. */
export function dataRows(table: Block, { left }: Writing): readonly Block[][] | undefined {
  if (table.attributes.role === 'presentation') return undefined;
  const rows: Block[][] = [];
  for (const row of rowsOf(table)) {
    if (left(row) || rows.length >= maxRows) continue;
    const cells = row.children.filter(
      (cell): cell is Block => typeof cell !== 'string' && (cell.name === 'td' || cell.name === 'th'),
    );
    if (cells.some(laysOut)) return undefined;
    if (cells.length > 0) rows.push(cells.slice(0, maxColumns));
  }
  const columns = largest(
    rows.map((row) => row.length),
    0,
  );
  return columns > 1 && rows.length > 0 ? rows : undefined;
}

/** Rows with a pipe at both ends, as GitHub Flavored Markdown has them (4.10): the first one is the header. */
export function tableLines(rows: readonly Block[][], to: Writing): string {
  const columns = largest(rows.map((row) => row.length));
  const lines = rows.map((row) => {
    const cells = row.map((cell) =>
      inline(cell, cell.children, to).replace(/\s+/g, ' ').trim().replaceAll('|', '\\|'),
    );
    return `| ${[...cells, ...Array<string>(columns - cells.length).fill('')].join(' | ')} |`;
  });
  const rule = `|${' --- |'.repeat(columns)}`;
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}

function* rowsOf(table: Block): Iterable<Block> {
  for (const child of table.children) {
    if (typeof child === 'string') continue;
    if (child.name === 'tr') yield child;
    else if (parts.has(child.name)) {
      for (const row of child.children) if (typeof row !== 'string' && row.name === 'tr') yield row;
    }
  }
}

const layers: ReadonlySet<string> = new Set(['table', 'h1', 'h2', 'h3', 'article', 'section', 'form', 'pre']);

/** Whether the cell holds what no cell of a Markdown table can hold. */
function laysOut(cell: Block): boolean {
  let paragraphs = 0;
  const waiting: Block[] = [cell];
  for (let block = waiting.pop(); block !== undefined; block = waiting.pop()) {
    if (block !== cell && layers.has(block.name)) return true;
    if (block.name === 'p' && ++paragraphs > 3) return true;
    for (const child of block.children) if (typeof child !== 'string') waiting.push(child);
  }
  return false;
}
