import type { HtmlWriter } from '../base/html-writer.ts';

export interface SheetCell {
  /** From 0. */
  readonly column: number;
  readonly text: string;
  readonly href?: string | undefined;
}

/** Writes sheets as tables, cell by cell in the order of a row. Rows without a text are left out. */
export interface SheetWriter {
  begin(name: string): void;
  cell(row: number, cell: SheetCell): void;
  /** Ends the table. Texts beside it (comments, boxes, headers) may follow. */
  end(): void;
  /** A text of the sheet that stands in no cell. */
  beside(text: string): void;
}

/** Empty cells in a row that are kept before one with a text: people leave columns free, nobody reads a thousand. */
const maxGap = 50;

export function sheetWriter(html: HtmlWriter): SheetWriter {
  let row = -1;
  let column = 0;
  let inTable = false;
  function endRow(): void {
    if (row >= 0) html.close('tr');
    row = -1;
    column = 0;
  }
  function end(): void {
    endRow();
    if (inTable) html.close('table');
    inTable = false;
  }
  return {
    begin(name) {
      end();
      html.element('h2', name);
      html.open('table');
      inTable = true;
    },
    cell(at, cell) {
      if (cell.text.trim() === '' || html.isFull) return;
      if (at !== row) {
        endRow();
        html.open('tr');
        row = at;
      }
      for (let gap = Math.min(maxGap, cell.column - column); gap > 0; gap--) {
        html.open('td');
        html.close('td');
      }
      column = cell.column + 1;
      html.open('td');
      if (cell.href === undefined) html.text(cell.text);
      else html.element('a', cell.text, { href: cell.href });
      html.close('td');
    },
    end,
    beside(text) {
      end();
      html.element('p', text);
    },
  };
}

/** The parts of a header or footer, without its codes for fonts and fields (ECMA-376 part 1, §18.3.1.39). */
export function headerTexts(source: string): readonly string[] {
  return source
    .split(/&[LCR]/)
    .map((part) =>
      part
        .replace(/&"[^"]*"|&\d{1,3}|&K(?:[0-9A-F]{6}|\d{2}[+-]\d{3})|&[A-Za-z+-]/g, '')
        .replaceAll('&&', '&')
        .trim(),
    )
    .filter((part) => part !== '');
}
