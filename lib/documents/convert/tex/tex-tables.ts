import type { HtmlWriter } from '../base/html-writer.ts';

/** Environments whose text stands in rows of cells. */
export const tableEnvironments = /^(?:tabular[*xy]?|tabulary|array|longtable\*?|supertabular\*?)$/;

/** The table that a reader is in; tables inside of cells are text of these. */
export interface TexTables {
  isInside(): boolean;
  begin(): void;
  /** @param write the content of the cell */
  cell(write: () => void): void;
  endRow(): void;
  end(): void;
}

export function texTables(html: HtmlWriter): TexTables {
  let depth = 0;
  let isInRow = false;
  const endRow = (): void => {
    if (isInRow) html.close('tr');
    isInRow = false;
  };
  return {
    isInside: () => depth > 0,
    begin() {
      if (depth++ === 0) html.open('table');
    },
    cell(write) {
      if (!isInRow) html.open('tr');
      isInRow = true;
      html.open('td');
      write();
      html.close('td');
    },
    endRow,
    end() {
      if (depth === 0 || --depth > 0) return;
      endRow();
      html.close('table');
    },
  };
}
