import type { HtmlWriter } from '../base/html-writer.ts';
import { relatedLink } from '../base/links.ts';
import type { Relationship } from '../base/relationships.ts';
import { rkNumber, valueText } from './biff-values.ts';
import { formatNumberCell, type NumberFormats } from './cell-format.ts';
import { headerTexts, type SheetWriter } from './sheet-writer.ts';
import { binaryRecords, wideString } from './xlsb-records.ts';

const types = {
  row: 0,
  rk: 2,
  error: 3,
  bool: 4,
  real: 5,
  string: 6,
  shared: 7,
  formulaString: 8,
  formulaNumber: 9,
  formulaBool: 10,
  formulaError: 11,
  headers: 479,
  link: 494,
};

export interface BinarySheetContext {
  readonly html: HtmlWriter;
  readonly writer: SheetWriter;
  readonly strings: readonly string[];
  readonly formats: NumberFormats;
  readonly relationships: ReadonlyMap<string, Relationship>;
}

/** Reads the cells of a sheet, then its headers and footers (MS-XLSB §2.1.7.62). */
export function readBinarySheet(
  part: Uint8Array | undefined,
  { html, writer, strings, formats, relationships }: BinarySheetContext,
): void {
  const links = linksOf(part, relationships);
  let row = 0;
  for (const { type, data } of binaryRecords(part)) {
    if (html.isFull) break;
    if (type === types.row && data.length >= 4) row = data.readUInt32LE(0);
    else if (type === types.headers) writeHeaders(data, writer);
    else if (type >= types.rk && type <= types.formulaError && data.length >= 9) {
      const column = data.readUInt32LE(0);
      const text = cellText(type, data);
      writer.cell(row, { column, text, href: links.get(`${row},${column}`) });
    }
  }
  writer.end();

  function cellText(type: number, data: Buffer): string {
    const style = data.readUIntLE(4, 3);
    const isLong = data.length >= 16;
    if (type === types.string || type === types.formulaString) return wideString(data, 8).text;
    if (type === types.shared && data.length >= 12) return strings[data.readUInt32LE(8)] ?? '';
    if (type === types.rk && data.length >= 12) {
      return formatNumberCell(rkNumber(data.readUInt32LE(8)), style, formats);
    }
    if ((type === types.real || type === types.formulaNumber) && isLong) {
      return formatNumberCell(data.readDoubleLE(8), style, formats);
    }
    if (type === types.bool || type === types.formulaBool) return valueText(data[8] ?? 0, false);
    if (type === types.error || type === types.formulaError) return valueText(data[8] ?? 0, true);
    return '';
  }
}

function writeHeaders(data: Buffer, writer: SheetWriter): void {
  let at = 2;
  for (let index = 0; index < 6 && at < data.length; index++) {
    const { text, end } = wideString(data, at);
    for (const one of headerTexts(text)) writer.beside(one);
    at = end;
  }
}

function linksOf(
  part: Uint8Array | undefined,
  relationships: ReadonlyMap<string, Relationship>,
): ReadonlyMap<string, string> {
  const links = new Map<string, string>();
  for (const { type, data } of binaryRecords(part)) {
    if (type !== types.link || data.length < 20) continue;
    const href = relatedLink(relationships.get(wideString(data, 16).text));
    if (href !== undefined) links.set(`${data.readUInt32LE(0)},${data.readUInt32LE(8)}`, href);
  }
  return links;
}
