import { clip, printable } from '../../../lib/base/printable.ts';
import { formatBytes, formatNumber, formatTime } from '../../../lib/base/quantity.ts';
import type { Unit, View, ViewBlock } from '../../../lib/pipeline/operation/view.ts';
import { fields, table } from './table.ts';

type Cell = (value: string | number) => string;

const cells: Readonly<Record<Unit, Cell>> = {
  text: String,
  url: String,
  number: String,
  count: (value) => formatNumber(Number(value)),
  bytes: (value) => formatBytes(Number(value)),
  time: (value) => formatTime(Number(value)),
};
const leftUnits: readonly Unit[] = ['text', 'url', 'time'];

/** The result of an operation as text for a terminal. @param next the command line that shows the page after a cursor */
export function renderView(view: View, next: (cursor: string) => string): string {
  return view
    .map((group) => group.map((block) => renderBlock(block, next)).join(''))
    .filter((text) => text !== '')
    .join('\n');
}

/** What is told of a result beside it. */
export function besideIn(view: View): string {
  return view
    .flat()
    .map((one) => (one.kind === 'note' && one.isBeside ? `${printable(one.text)}\n` : ''))
    .join('');
}

/** What went wrong with a result, for the error output; undefined: nothing did. */
export function failuresIn(view: View): string | undefined {
  const failures = view.flat().filter((one) => one.kind === 'failure');
  if (failures.length === 0) return undefined;
  return failures.map(({ text }) => (text === undefined ? '' : `winnow: ${printable(text)}\n`)).join('');
}

function renderBlock(block: ViewBlock, next: (cursor: string) => string): string {
  switch (block.kind) {
    case 'table':
      return `${block.title === undefined ? '' : `${printable(block.title)}\n`}${renderTable(block)}`;
    case 'facts':
      return fields(block.pairs.map(([name, value]) => [name, value && printable(value)]));
    case 'note':
      return block.isBeside ? '' : `${'  '.repeat(block.level)}${printable(block.text)}\n`;
    case 'failure':
      return '';
    case 'more':
      return `more: ${next(block.cursor)}\n`;
  }
}

function renderTable({ columns, rows }: Extract<ViewBlock, { readonly kind: 'table' }>): string {
  const heads = columns.map(({ title, unit, width = Number.POSITIVE_INFINITY }, at) => ({
    title,
    right: !leftUnits.includes(unit),
    cell: (row: (typeof rows)[number]) => {
      const value = row[at];
      return value === undefined ? '' : clip(cells[unit](value), width);
    },
  }));
  return table(heads, rows);
}
