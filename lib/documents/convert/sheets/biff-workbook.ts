import { decodePage } from '../base/code-pages.ts';
import { Unreadable } from '../converter.ts';
import { type BiffRecord, biffVersion } from './biff-old.ts';
import { continuedReader, continueRecord, richString, substream } from './biff-records.ts';
import { maxStrings, type NumberFormats, numberFormats } from './cell-format.ts';

/** What the first substream of a workbook says of all its sheets. */
export interface BiffWorkbook {
  readonly sheets: readonly { readonly name: string; readonly start: number }[];
  readonly strings: readonly string[];
  readonly formats: NumberFormats;
  /** BIFF8 has Unicode, BIFF5 a code page. */
  readonly isUnicode: boolean;
  /** A string of a record, behind its count. */
  text(data: Buffer, at: number, countBytes: 1 | 2): string;
}

const types = {
  boundSheet: 0x85,
  sst: 0xfc,
  format: 0x41e,
  oldFormat: 0x1e,
  xf: 0xe0,
  dates: 0x22,
  codePage: 0x42,
  password: 0x2f,
};

/** Styles of cells of Excel 3 and 4. */
const oldStyles: ReadonlySet<number> = new Set([0x243, 0x443]);

/** Formats that a cell of Excel 2 can name. */
const oldFormats = 64;

export function readWorkbook(stream: Buffer): BiffWorkbook {
  const version = biffVersion(stream);
  if (version === undefined) throw new Unreadable('damaged', 'it does not begin as a workbook does');
  const isUnicode = version >= 5 && stream.readUInt16LE(4) >= 0x600;
  const sheets: { name: string; start: number }[] = [];
  const formats = numberFormats();
  const sst: Buffer[] = [];
  let page = 1252;
  let last = 0;
  const text = (data: Buffer, at: number, countBytes: 1 | 2): string =>
    stringAt(data, at, countBytes, isUnicode ? undefined : page);
  for (const { type, data } of substream(stream, 0)) {
    if (type === types.password) throw new Unreadable('encrypted', 'it needs a password');
    if (type === types.boundSheet && data.length > 6) {
      sheets.push({ name: text(data, 6, 1), start: data.readUInt32LE(0) });
    } else if (type === types.sst) sst.push(data.subarray(8));
    else if (type === continueRecord && last === types.sst) sst.push(data);
    else if (version < 5 && (type === types.oldFormat || type === types.format)) {
      formats.codes.set(formats.codes.size, text(data, type === types.format ? 2 : 0, 1));
    } else if (type === types.format && data.length > 4) {
      formats.codes.set(data.readUInt16LE(0), text(data, 2, isUnicode ? 2 : 1));
    } else if (type === types.xf && data.length >= 4) formats.ofStyle.push(data.readUInt16LE(2));
    else if (oldStyles.has(type)) formats.ofStyle.push(data[1] ?? 0);
    else if (type === types.dates) formats.is1904 = data[0] === 1;
    else if (type === types.codePage && data.length >= 2) page = data.readUInt16LE(0);
    if (type !== continueRecord) last = type;
  }
  // Until Excel 4 a workbook is a sheet; in Excel 2 its cells name their formats themselves.
  if (version < 5) sheets.push({ name: '', start: 0 });
  for (let format = 0; version === 2 && format < oldFormats; format++) formats.ofStyle.push(format);
  return { sheets, strings: readStrings(sst), formats, isUnicode, text };
}

function readStrings(parts: readonly Buffer[]): readonly string[] {
  const strings: string[] = [];
  const reader = continuedReader(parts);
  while (!reader.isDone && strings.length < maxStrings) strings.push(richString(reader));
  return strings;
}

/** @param page the code page of its bytes; undefined: it is Unicode, with a byte of options */
function stringAt(data: Buffer, at: number, countBytes: 1 | 2, page: number | undefined): string {
  if (at + countBytes > data.length) return '';
  const count = countBytes === 1 ? data.readUInt8(at) : data.readUInt16LE(at);
  const start = at + countBytes;
  if (page !== undefined) return decodePage(data.subarray(start, start + count), page);
  const wide = ((data[start] ?? 0) & 1) !== 0;
  return data.toString(wide ? 'utf16le' : 'latin1', start + 1, start + 1 + count * (wide ? 2 : 1));
}

/** A string that may go on in the CONTINUE records behind it. */
export function continuedText(first: Buffer, more: readonly BiffRecord[], workbook: BiffWorkbook): string {
  if (!workbook.isUnicode) return workbook.text(first, 0, 2);
  return richString(continuedReader([first, ...more.map(({ data }) => data)]));
}
