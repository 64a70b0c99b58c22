import type { HtmlWriter } from '../base/html-writer.ts';
import { documentLink, relatedLink } from '../base/links.ts';
import { readXml } from '../base/read-xml.ts';
import type { Relationship } from '../base/relationships.ts';
import { formatNumberCell, type NumberFormats } from './cell-format.ts';
import { richString } from './rich-string.ts';
import { headerTexts, type SheetWriter } from './sheet-writer.ts';

export interface SheetContext {
  readonly html: HtmlWriter;
  readonly writer: SheetWriter;
  readonly strings: readonly string[];
  readonly formats: NumberFormats;
  readonly relationships: ReadonlyMap<string, Relationship>;
}

/** Reads the cells of a worksheet one after the other (SpreadsheetML, ECMA-376 part 1, §18.3). */
export function readSheet(
  source: string,
  { html, writer, strings, formats, relationships }: SheetContext,
): void {
  const links = linksOf(source, relationships);
  let row = 0;
  let column = 0;
  let reference = '';
  let type = '';
  let style = 0;
  const string = richString();
  let isWanted = false;
  let formula = '';
  let inFormula = false;
  readXml(source, {
    open({ name, attributes }) {
      if (name === 'row') {
        row = (Number(attributes.r) || row + 1) | 0;
        column = -1;
      } else if (name === 'c') {
        reference = attributes.r ?? '';
        column = columnOf(reference) ?? column + 1;
        type = attributes.t ?? 'n';
        style = Number(attributes.s ?? 0) || 0;
        string.begin();
        formula = '';
      } else if (name === 'rPh') string.beginReading();
      inFormula = name === 'f';
      isWanted = name === 'v' || name === 't' || /^(?:odd|even|first)(?:Header|Footer)$/.test(name);
    },
    text(part) {
      if (isWanted) string.add(part);
      else if (inFormula) formula += part;
    },
    close(name) {
      isWanted = inFormula = false;
      if (name === 'c') {
        const value = cellText(string.text(), type, style);
        if (value !== '')
          writer.cell(row, { column, text: value, href: links.get(reference) ?? linkOfFormula(formula) });
      } else if (/^(?:odd|even|first)(?:Header|Footer)$/.test(name)) {
        for (const part of headerTexts(string.text())) writer.beside(part);
        string.begin();
      } else if (name === 'rPh') string.endReading();
      else if (name === 'sheetData') {
        writer.end();
        string.begin();
      }
    },
    isDone: () => html.isFull,
  });

  function cellText(said: string, kind: string, its: number): string {
    if (said === '') return '';
    if (kind === 's') return strings[Number(said)] ?? '';
    if (kind === 'b') return said === '1' ? 'TRUE' : 'FALSE';
    if (kind !== 'n') return said;
    const number = Number(said);
    return Number.isNaN(number) ? said : formatNumberCell(number, its, formats);
  }
}

/** Links stand behind the cells; of a range its first cell has the link. */
function linksOf(
  source: string,
  relationships: ReadonlyMap<string, Relationship>,
): ReadonlyMap<string, string> {
  const links = new Map<string, string>();
  const start = source.search(/<(?:\w+:)?hyperlinks\b/);
  if (start < 0) return links;
  readXml(source.slice(start), {
    open({ name, attributes }) {
      if (name !== 'hyperlink') return;
      const href = relatedLink(relationships.get(attributes.id ?? ''));
      if (href !== undefined) links.set((attributes.ref ?? '').split(':')[0] ?? '', href);
    },
  });
  return links;
}

/** The address that a formula writes out (§18.17.7.148). */
function linkOfFormula(formula: string): string | undefined {
  return documentLink(/^\s*HYPERLINK\(\s*"([^"]*)"/i.exec(formula)?.[1]);
}

/** `C7` is column 2. */
function columnOf(reference: string): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0];
  if (letters === undefined) return undefined;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
