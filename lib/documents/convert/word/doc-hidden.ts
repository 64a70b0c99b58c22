import { operandBytes, type PageTable, pageAt, pageBytes, readPageTable } from './doc-paragraphs.ts';
import type { DocPiece, DocText } from './doc-pieces.ts';

/** A range of characters of a document. */
export interface CharacterRange {
  readonly start: number;
  readonly end: number;
}

/** Properties of characters (MS-DOC §2.6.1): they were deleted while changes were tracked, or are hidden. */
const sprms = { deleted: 0x0800, hidden: 0x083c };

/** Where the head has the place of the table of pages with properties of characters. */
const pagesOfCharacters = 0xfa;

/** Characters that nobody sees: hidden ones, and those that were deleted while changes were tracked. In ascending order. */
export function hiddenRanges(main: Buffer, { pieces, table }: DocText): readonly CharacterRange[] {
  const pages = readPageTable(main, table, pagesOfCharacters);
  if (pages.pages.length === 0) return [];
  const hidden: CharacterRange[] = [];
  for (const piece of pieces) addRanges(main, pages, piece, hidden);
  return hidden;
}

function addRanges(main: Buffer, pages: PageTable, piece: DocPiece, hidden: CharacterRange[]): void {
  const { start, end, offset, width } = piece;
  const stop = offset + (end - start) * width;
  for (let at = offset; at < stop; ) {
    const run = runAt(main, pages, at);
    if (run === undefined || run.end <= at) return;
    const last = Math.min(stop, run.end);
    if (run.isHidden)
      hidden.push({ start: start + (at - offset) / width, end: start + Math.ceil((last - offset) / width) });
    at = last;
  }
}

/** The run of characters with the same properties that holds an offset into the file (§2.9.33). */
function runAt(
  main: Buffer,
  pages: PageTable,
  offset: number,
): { readonly end: number; readonly isHidden: boolean } | undefined {
  const number = pageAt(pages, offset);
  const page = number === undefined ? undefined : main.subarray(number * pageBytes, (number + 1) * pageBytes);
  if (page === undefined || page.length < pageBytes) return undefined;
  const count = page[pageBytes - 1] ?? 0;
  for (let index = 0; index < count && (index + 2) * 4 <= pageBytes; index++) {
    const end = page.readUInt32LE((index + 1) * 4);
    if (offset >= end) continue;
    const place = (page[(count + 1) * 4 + index] ?? 0) * 2;
    const properties = page.subarray(place + 1, place + 1 + (page[place] ?? 0));
    return { end, isHidden: place > 0 && areHidden(properties) };
  }
  return undefined;
}

function areHidden(properties: Buffer): boolean {
  let isHidden = false;
  for (let at = 0; at + 3 <= properties.length; ) {
    const code = properties.readUInt16LE(at);
    if (code === sprms.deleted || code === sprms.hidden) isHidden ||= properties[at + 2] === 1;
    at += 2 + operandBytes(properties, code, at + 2);
  }
  return isHidden;
}

/** Cuts ranges out of texts of a document, which come in the order in which they stand in it. */
export function cutter(ranges: readonly CharacterRange[]): (text: string, start: number) => string {
  let passed = 0;
  return (text, start) => {
    while ((ranges[passed]?.end ?? Number.POSITIVE_INFINITY) <= start) passed += 1;
    let left = '';
    let at = start;
    for (
      let index = passed;
      (ranges[index]?.start ?? Number.POSITIVE_INFINITY) < start + text.length;
      index++
    ) {
      const range = ranges[index] as CharacterRange;
      left += text.slice(at - start, Math.max(at, range.start) - start);
      at = Math.max(at, range.end);
    }
    return left + text.slice(at - start);
  };
}
