import { append } from '../../../base/long-lists.ts';
import type { HtmlWriter } from '../base/html-writer.ts';
import { documentLink } from '../base/links.ts';
import type { BiffRecord } from './biff-old.ts';
import { continueRecord, maxRecords, substream } from './biff-records.ts';
import { rkNumber, valueText } from './biff-values.ts';
import { type BiffWorkbook, continuedText } from './biff-workbook.ts';
import { formatNumberCell } from './cell-format.ts';
import { headerTexts, type SheetWriter } from './sheet-writer.ts';

const types = {
  formula: 0x06,
  header: 0x14,
  footer: 0x15,
  mulRk: 0xbd,
  rString: 0xd6,
  labelSst: 0xfd,
  textObject: 0x1b6,
  link: 0x1b8,
  number: 0x203,
  label: 0x204,
  boolErr: 0x205,
  string: 0x207,
  rk: 0x27e,
  seriesText: 0x100d,
};

/** Reads the cells of a sheet, then its headers and footers, text boxes, comments and the titles of its charts (MS-XLS §2.1.7.20.5). */
export function readBiffSheet(
  stream: Buffer,
  start: number,
  workbook: BiffWorkbook,
  { html, writer }: { readonly html: HtmlWriter; readonly writer: SheetWriter },
): void {
  const { links, beside, cells } = sortRecords(stream, start, workbook);
  /** The place of a formula whose text follows. */
  let place: { readonly row: number; readonly column: number } | undefined;

  function write(row: number, column: number, text: string): void {
    writer.cell(row, { column, text, href: links.get(`${row},${column}`) });
  }

  for (const { type, data } of cells) {
    if (html.isFull) break;
    if (type === types.string) {
      if (place !== undefined) write(place.row, place.column, continuedText(data, [], workbook));
      continue;
    }
    place = undefined;
    if (data.length < 6) continue;
    const row = data.readUInt16LE(0);
    const column = data.readUInt16LE(2);
    const style = data.readUInt16LE(4);
    const number = (value: number, at = column, its = style): void =>
      write(row, at, formatNumberCell(value, its, workbook.formats));
    if (type === types.labelSst && data.length >= 10) {
      write(row, column, workbook.strings[data.readUInt32LE(6)] ?? '');
    } else if (type === types.label || type === types.rString) {
      write(row, column, workbook.text(data, 6, 2));
    } else if (type === types.number && data.length >= 14) number(data.readDoubleLE(6));
    else if (type === types.rk && data.length >= 10) number(rkNumber(data.readUInt32LE(6)));
    else if (type === types.mulRk) {
      for (let at = 4, index = column; at + 8 <= data.length; at += 6, index++) {
        number(rkNumber(data.readUInt32LE(at + 2)), index, data.readUInt16LE(at));
      }
    } else if (type === types.boolErr) write(row, column, valueText(data[6] ?? 0, data[7] === 1));
    else if (type === types.formula && data.length >= 14) {
      if (data.readUInt16LE(12) !== 0xffff) number(data.readDoubleLE(6));
      else if (data[6] === 0) place = { row, column };
      else if (data[6] !== 3) write(row, column, valueText(data[8] ?? 0, data[6] === 2));
    }
  }
  writer.end();
  for (const text of beside) writer.beside(text);
}

/** Links stand behind the cells that have them. */
function sortRecords(
  stream: Buffer,
  start: number,
  workbook: BiffWorkbook,
): {
  readonly links: ReadonlyMap<string, string>;
  readonly beside: readonly string[];
  readonly cells: readonly BiffRecord[];
} {
  const links = new Map<string, string>();
  const beside: string[] = [];
  const cells: BiffRecord[] = [];
  const known = new Set<number>(Object.values(types));
  let awaited = false;
  for (const record of substream(stream, start)) {
    const { type, data } = record;
    if (type === types.link) {
      const link = linkOf(data);
      if (link !== undefined) links.set(link.cell, link.href);
    } else if (type === types.header || type === types.footer) {
      append(beside, headerTexts(workbook.text(data, 0, workbook.isUnicode ? 2 : 1)));
    } else if (type === types.textObject) awaited = true;
    else if (type === continueRecord && awaited) {
      // The first record behind a text object has its text: a byte of options, then characters (§2.4.329).
      beside.push(data.toString(((data[0] ?? 0) & 1) === 0 ? 'latin1' : 'utf16le', 1));
      awaited = false;
    } else if (type === types.seriesText) beside.push(workbook.text(data, 2, 1));
    else if (known.has(type) && cells.length < maxRecords) cells.push(record);
  }
  return { links, beside, cells };
}

const urlMoniker = 'e0c9ea79f9bace118c8200aa004ba90b';

/** The first cell and the address of a link (§2.4.140, MS-OSHARED §2.3.7.1). */
function linkOf(data: Buffer): { readonly cell: string; readonly href: string } | undefined {
  if (data.length < 32) return undefined;
  const flags = data.readUInt32LE(28);
  let at = 32;
  const skipText = (): void => {
    at += at + 4 <= data.length ? 4 + data.readUInt32LE(at) * 2 : 0;
  };
  if ((flags & 0x10) !== 0) skipText();
  if ((flags & 0x80) !== 0) skipText();
  if ((flags & 1) === 0 || at + 20 > data.length) return undefined;
  let url: string;
  if ((flags & 0x100) !== 0) url = data.toString('utf16le', at + 4, at + 4 + data.readUInt32LE(at) * 2);
  else if (data.toString('hex', at, at + 16) === urlMoniker) {
    url = data.toString('utf16le', at + 20, at + 20 + (data.readUInt32LE(at + 16) & ~1));
  } else return undefined;
  const href = documentLink(url.split('\0')[0]);
  return href === undefined ? undefined : { cell: `${data.readUInt16LE(0)},${data.readUInt16LE(4)}`, href };
}
