import { largest } from '../../../lib/base/long-lists.ts';
export interface Column<T> {
  readonly title: string;
  readonly cell: (row: T) => string;
  /** Numbers stand right. */
  readonly right?: boolean;
}

/** Rows under their titles, columns as wide as they need, two spaces between them. */
export function table<T>(columns: readonly Column<T>[], rows: readonly T[]): string {
  const lines = [
    columns.map((column) => column.title),
    ...rows.map((row) => columns.map(({ cell }) => cell(row))),
  ];
  const widths = columns.map((_, index) => largest(lines.map((line) => line[index]?.length ?? 0)));
  return `${lines.map((line) => align(line, widths, columns)).join('\n')}\n`;
}

/** Names and values below each other, for what is one thing; those without a value are left out. */
export function fields(pairs: readonly (readonly [name: string, value: string | undefined])[]): string {
  const shown = pairs.filter((pair): pair is readonly [string, string] => pair[1] !== undefined);
  const width = largest(
    shown.map(([name]) => name.length),
    0,
  );
  return shown.map(([name, value]) => `${name.padEnd(width)}  ${value}\n`).join('');
}

function align(
  cells: readonly string[],
  widths: readonly number[],
  columns: readonly { readonly right?: boolean }[],
): string {
  return cells
    .map((cell, index) => {
      const width = widths[index] ?? 0;
      return columns[index]?.right === true ? cell.padStart(width) : cell.padEnd(width);
    })
    .join('  ')
    .trimEnd();
}

/** Has what stands in the line of a terminal written over. */
export const clearLine = '\r\u001b[2K';

/** Text for a terminal, whatever it is made of: of control characters only our own, and those that end a line or move on in it, are left. */
export function forTerminal(text: string): string {
  const obeyed = /[^\P{Cc}\t\r\n]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;
  return text
    .split(clearLine)
    .map((part) => part.replace(obeyed, ' '))
    .join(clearLine);
}
