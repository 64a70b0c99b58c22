import { bytes, escaped, foreign, instant, linkTo, whole } from '../../base/html/text.ts';
import { row, short, table, unbroken } from '../../domain/console/cells.ts';
import type { Unit, View, ViewBlock } from '../../pipeline/operation/view.ts';

/** Rows that are shown of a table. */
const maxRows = 50;

type Cell = (value: string | number) => string;

const words: Cell = (value) => foreign(short(String(value)));
/** Others are words. */
const cells: Readonly<Partial<Record<Unit, Cell>>> = {
  url: (value) => linkTo(String(value), short(String(value))),
  count: (value) => whole(Number(value)),
  bytes: (value) => bytes(Number(value)),
  time: (value) => unbroken(instant(Number(value))),
};

/** The result of an operation as HTML, in the words that every face has for it. */
export function viewBox(view: View): string {
  return view.flat().map(blockBox).join('');
}

function blockBox(block: ViewBlock): string {
  switch (block.kind) {
    case 'table':
      return tableBox(block);
    case 'facts': {
      const told = block.pairs.filter((pair): pair is readonly [string, string] => pair[1] !== undefined);
      return table(
        [],
        told.map(([name, value]) => row([`<b>${escaped(name)}</b>`, words(value)])),
      );
    }
    case 'note':
    case 'failure':
      return block.text === undefined ? '' : `<p>${words(block.text)}</p>`;
    case 'more':
      return '';
  }
}

function tableBox({ title, columns, rows }: Extract<ViewBlock, { readonly kind: 'table' }>): string {
  const shown = rows
    .slice(0, maxRows)
    .map((values) =>
      row(columns.map(({ unit }, at) => (values[at] === undefined ? '' : (cells[unit] ?? words)(values[at])))),
    );
  const rest = rows.length > maxRows ? `<p>and ${whole(rows.length - maxRows)} more</p>` : '';
  const head = title === undefined ? '' : `<p>${words(title)}</p>`;
  return `${head}${table(
    columns.map((one) => one.title),
    shown,
  )}${rest}`;
}
