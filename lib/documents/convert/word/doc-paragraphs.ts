/** What a paragraph says of itself in properties (MS-DOC §2.6.2), as far as it matters here. */
export interface DocParagraph {
  /** Index of its style. */
  readonly style: number;
  /** Index into the list overrides, from 1; 0: it is in no list. Undefined: as its style says. */
  readonly list?: number | undefined;
  readonly level?: number | undefined;
  /** 0 to 8: it is a heading. */
  readonly outline?: number | undefined;
  readonly inTable: boolean;
  /** It ends a row of a table. */
  readonly endsRow: boolean;
}

export const pageBytes = 512;

const sprms = { level: 0x260a, list: 0x460b, outline: 0x2640, inTable: 0x2416, endsRow: 0x2417 };

/** Paragraphs by where they are stored in the file: pages of 512 bytes, each with the properties of some (§2.9.174). */
export function paragraphsOf(main: Buffer, table: Buffer): (fileOffset: number) => DocParagraph {
  const pages = readPageTable(main, table, 0x102);
  const memory = new Map<number, Buffer>();
  return (offset) => {
    const page = pageAt(pages, offset);
    if (page === undefined) return plain;
    let bytes = memory.get(page);
    if (bytes === undefined) {
      bytes = main.subarray(page * pageBytes, (page + 1) * pageBytes);
      memory.set(page, bytes);
    }
    return bytes.length < pageBytes ? plain : paragraphIn(bytes, offset);
  };
}

const plain: DocParagraph = { style: 0, inTable: false, endsRow: false };

export interface PageTable {
  readonly starts: Uint32Array;
  readonly pages: Uint32Array;
}

/** @param place of the table's own place and length in the head of the document */
export function readPageTable(main: Buffer, table: Buffer, place: number): PageTable {
  const none = { starts: new Uint32Array(), pages: new Uint32Array() };
  if (main.length < place + 8) return none;
  const at = main.readUInt32LE(place);
  const plc = table.subarray(at, at + main.readUInt32LE(place + 4));
  const count = Math.floor((plc.length - 4) / 8);
  if (count <= 0) return none;
  const starts = new Uint32Array(count + 1);
  const pages = new Uint32Array(count);
  for (let index = 0; index <= count; index++) starts[index] = plc.readUInt32LE(index * 4);
  for (let index = 0; index < count; index++) {
    pages[index] = plc.readUInt32LE((count + 1) * 4 + index * 4) & 0x3f_ffff;
  }
  return { starts, pages };
}

export function pageAt({ starts, pages }: PageTable, offset: number): number | undefined {
  let low = 0;
  let high = pages.length - 1;
  if (high < 0) return undefined;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return pages[low];
}

/** The paragraph that holds an offset: its properties stand in the page at twice what a byte says. */
function paragraphIn(page: Buffer, offset: number): DocParagraph {
  const count = page[pageBytes - 1] ?? 0;
  for (let index = 0; index < count; index++) {
    if ((index + 2) * 4 > pageBytes || offset >= page.readUInt32LE((index + 1) * 4)) continue;
    const where = (page[(count + 1) * 4 + index * 13] ?? 0) * 2;
    if (where === 0) return plain;
    const words = page[where] ?? 0;
    const start = words === 0 ? where + 2 : where + 1;
    const length = words === 0 ? (page[where + 1] ?? 0) * 2 : words * 2 - 1;
    if (start + 2 > pageBytes) return plain;
    const properties = page.subarray(start + 2, Math.min(pageBytes - 1, start + length));
    return { ...readProperties(properties), style: page.readUInt16LE(start) };
  }
  return plain;
}

/** Properties by their codes: each code says how long its operand is (§2.6.1). */
export function readProperties(bytes: Buffer): Omit<DocParagraph, 'style'> {
  let list: number | undefined;
  let level: number | undefined;
  let outline: number | undefined;
  let inTable = false;
  let endsRow = false;
  let at = 0;
  while (at + 3 <= bytes.length) {
    const code = bytes.readUInt16LE(at);
    const operand = at + 2;
    if (code === sprms.list && operand + 2 <= bytes.length) list = bytes.readInt16LE(operand);
    else if (code === sprms.level) level = bytes[operand];
    else if (code === sprms.outline) outline = bytes[operand];
    else if (code === sprms.inTable) inTable = bytes[operand] === 1;
    else if (code === sprms.endsRow) endsRow = bytes[operand] === 1;
    at = operand + operandBytes(bytes, code, operand);
  }
  return { list, level, outline, inTable, endsRow };
}

export function operandBytes(bytes: Buffer, code: number, operand: number): number {
  const fixed = [1, 1, 2, 4, 2, 2, undefined, 3][code >> 13];
  if (fixed !== undefined) return fixed;
  // The definition of a table has two bytes of length, of which one is not counted.
  if (code === 0xd608) return operand + 2 <= bytes.length ? bytes.readUInt16LE(operand) + 1 : 2;
  return (bytes[operand] ?? 0) + 1;
}
