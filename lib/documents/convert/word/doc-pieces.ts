import { decode } from '../../charset/charset.ts';
import { Unreadable } from '../converter.ts';

/** Where the text of a Word document is, and which of it is what (MS-DOC §2.5). */
export interface DocText {
  /** All of the text: body, notes, headers and so on, one after the other. */
  readonly text: string;
  /** The parts of it, in order: name and number of characters. */
  readonly stories: readonly { readonly name: DocStory; readonly length: number }[];
  /** Where in the file a character is stored, for what the paragraphs say of themselves. */
  fileOffset(position: number): number;
  /** Runs of characters that are stored together; of old documents none. */
  readonly pieces: readonly DocPiece[];
  readonly table: Buffer;
}

export type DocStory =
  | 'body'
  | 'notes'
  | 'headers'
  | 'comments'
  | 'endnotes'
  | 'boxes'
  | 'headerBoxes'
  | 'macros';

const order: readonly (readonly [DocStory, number])[] = [
  ['body', 0x4c],
  ['notes', 0x50],
  ['headers', 0x54],
  ['macros', 0x58],
  ['comments', 0x5c],
  ['endnotes', 0x60],
  ['boxes', 0x64],
  ['headerBoxes', 0x68],
];

export interface DocPiece {
  readonly start: number;
  readonly end: number;
  /** Of its first character in the file. */
  readonly offset: number;
  /** Bytes of a character: 1 in windows-1252, 2 in UTF-16. */
  readonly width: 1 | 2;
}

/** Characters of a document, all its parts together. */
const maxCharacters = 50_000_000;

/** @param tableOf the table stream of that number */
export function readDocText(main: Buffer, tableOf: (number: 0 | 1) => Buffer): DocText {
  if (main.length < 0x60 || main.readUInt16LE(0) !== 0xa5ec) return readOldText(main);
  const version = main.readUInt16LE(2);
  const flags = main.readUInt16LE(10);
  if ((flags & 0x100) !== 0) throw new Unreadable('encrypted', 'it needs a password');
  if (version < 0xc1 || main.length < 0x1aa) return readOldText(main);
  const table = tableOf((flags & 0x200) === 0 ? 0 : 1);
  const pieces = readPieces(table.subarray(main.readUInt32LE(0x1a2)).subarray(0, main.readUInt32LE(0x1a6)));
  // No two pieces share bytes.
  let left = main.length;
  const texts = pieces.map(({ start, end, offset, width }) => {
    const bytes = main.subarray(offset, offset + Math.min(left, (end - start) * width));
    left -= bytes.length;
    const text = width === 2 ? bytes.toString('utf16le') : decode(bytes, 'windows-1252');
    return text.padEnd(end - start, ' ');
  });
  return {
    text: texts.join(''),
    stories: order.map(([name, at]) => ({ name, length: Math.min(maxCharacters, main.readUInt32LE(at)) })),
    fileOffset(position) {
      const piece = pieceAt(pieces, position);
      return piece === undefined ? 0 : piece.offset + (position - piece.start) * piece.width;
    },
    pieces,
    table,
  };
}

/** The piece table (§2.8.35), behind the formatting of pieces. */
function readPieces(clx: Buffer): readonly DocPiece[] {
  let at = 0;
  while (clx[at] === 1 && at + 3 <= clx.length) at += 3 + clx.readUInt16LE(at + 1);
  if (clx[at] !== 2 || at + 5 > clx.length) throw new Unreadable('damaged', 'it has no table of pieces');
  const plc = clx.subarray(at + 5, at + 5 + clx.readUInt32LE(at + 1));
  const count = Math.floor((plc.length - 4) / 12);
  const pieces: DocPiece[] = [];
  let total = 0;
  for (let index = 0; index < count; index++) {
    const start = plc.readUInt32LE(index * 4);
    const end = plc.readUInt32LE(index * 4 + 4);
    if (end <= start || start !== total || end > maxCharacters) break;
    total = end;
    const where = plc.readUInt32LE((count + 1) * 4 + index * 8 + 2);
    const isBytes = (where & 0x4000_0000) !== 0;
    const offset = where & 0x3fff_ffff;
    pieces.push(isBytes ? { start, end, offset: offset >> 1, width: 1 } : { start, end, offset, width: 2 });
  }
  return pieces;
}

function pieceAt(pieces: readonly DocPiece[], position: number): DocPiece | undefined {
  let low = 0;
  let high = pieces.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (position >= (pieces[middle]?.end ?? 0)) low = middle + 1;
    else high = middle;
  }
  return pieces[low];
}

/** Word 2 to 95 stored the text in one run of bytes. */
function readOldText(main: Buffer): DocText {
  const magic = main.length < 0x20 ? 0 : main.readUInt16LE(0);
  if (magic !== 0xa5dc && magic !== 0xa5db && magic !== 0xa5ec) {
    throw new Unreadable('unsupported', 'no Word document of a version that is known');
  }
  if ((main.readUInt16LE(10) & 0x100) !== 0) throw new Unreadable('encrypted', 'it needs a password');
  const start = main.readUInt32LE(0x18);
  const text = decode(main.subarray(start, Math.max(start, main.readUInt32LE(0x1c))), 'windows-1252');
  return {
    text,
    stories: [{ name: 'body', length: text.length }],
    fileOffset: (position) => start + position,
    pieces: [],
    table: Buffer.alloc(0),
  };
}
