import { title, titleRoom } from './memory';
import { isUnseenAt } from './unseen';

/** Between two pieces of text: nothing, a space, a line feed; the strongest one that was asked for wins. */
let gap: i32 = 0;
let begin: usize = 0;
let out: usize = 0;
/** UTF-16 units of the text so far, a gap that is still open left out. */
let units: i32 = 0;
/** How many of them are white space. */
let spaces: i32 = 0;

/** Line feeds count: preformatted text. */
let pre: i32 = 0;

let inTitle = false;
let hasTitle = false;
let titleEnd: usize = title;

export function beginText(at: usize): void {
  begin = at;
  out = at;
  units = 0;
  spaces = 0;
  gap = 0;
  pre = 0;
  inTitle = false;
  hasTitle = false;
  titleEnd = title;
}

export function position(): i32 {
  return units;
}

/** UTF-16 units of the text so far that are no white space. */
export function shown(): i32 {
  return units - spaces;
}

export function hasGap(): boolean {
  return gap > 0;
}

export function textLength(): i32 {
  return <i32>(out - begin);
}

export function titleLength(): i32 {
  return <i32>(titleEnd - title);
}

export function breakWord(): void {
  gap = max(gap, 1);
}

export function breakLine(): void {
  gap = 2;
}

export function openPre(): void {
  pre++;
}

export function closePre(): void {
  if (pre > 0) pre--;
}

/** The first title that says something counts. */
export function openTitle(counts: boolean): void {
  inTitle = counts && !hasTitle;
}

export function closeTitle(): void {
  inTitle = false;
}

/**
 * Takes ASCII without white space but single spaces: sixteen bytes at a time, and no branch hangs on where words end.
 * @returns the first byte that needs a look
 */
export function addWords(at: usize, to: usize, hasReferences: boolean): usize {
  if (inTitle || gap > 0 || out === begin) return at;
  const first = at;
  const reference = i8x16.splat(hasReferences ? 0x26 : 0);
  /** Whether the byte before is a space. */
  let before: i32 = 0;
  for (;;) {
    const block = v128.load(at);
    const blanks = i8x16.bitmask(i8x16.eq(block, i8x16.splat(0x20)));
    const left = <i32>min<usize>(to - at, 16);
    // Signed: what is beyond ASCII lies below, too.
    const others = v128.or(i8x16.lt_s(block, i8x16.splat(0x20)), i8x16.eq(block, reference));
    const looked = i8x16.bitmask(others) | (blanks & ((blanks << 1) | before)) | (1 << left);
    v128.store(out, block);
    const plain = <usize>ctz(looked);
    spaces += popcnt(blanks & ((1 << (<i32>plain)) - 1));
    out += plain;
    at += plain;
    if (plain < 16) break;
    before = (blanks >>> 15) & 1;
  }
  units += <i32>(at - first);
  // A space counts when something follows it.
  if (at > first && load<u8>(at - 1) === 0x20) {
    out--;
    units--;
    spaces--;
    gap = 1;
  }
  return at;
}

/** Takes one character of UTF-8. */
export function addCharacter(at: usize, width: usize): void {
  if (inTitle) {
    hasTitle = true;
    if (titleLength() + 4 > titleRoom) return;
    titleEnd = copied(at, width, titleEnd);
    return;
  }
  const byte = load<u8>(at);
  if (isSpaceAt(at, byte)) {
    if (byte === 0x0a && pre > 0) breakLine();
    else breakWord();
    return;
  }
  // Nobody sees the other control characters.
  if (byte < 0x20 || isUnseenAt(at, begin, gap > 0 ? begin : out)) return;
  if (gap > 0 && out > begin) {
    store<u8>(out++, gap === 1 ? 0x20 : 0x0a);
    units++;
    spaces++;
  }
  gap = 0;
  out = copied(at, width, out);
  units += width === 4 ? 2 : 1;
}

function copied(at: usize, width: usize, to: usize): usize {
  store<u32>(to, load<u32>(at));
  return to + width;
}

/** White space as `\s` of JavaScript has it, but for the byte order mark, which has no width. */
function isSpaceAt(at: usize, byte: u8): boolean {
  if (byte < 0x80) return byte === 0x20 || <u32>byte - 9 < 5;
  const second = <u32>load<u8>(at, 1);
  if (byte === 0xc2) return second === 0xa0;
  if (byte < 0xe1) return false;
  const third = <u32>load<u8>(at, 2);
  if (byte === 0xe2) {
    if (second === 0x80) return third <= 0x8a || third === 0xa8 || third === 0xa9 || third === 0xaf;
    return second === 0x81 && third === 0x9f;
  }
  if (byte === 0xe3) return second === 0x80 && third === 0x80;
  return byte === 0xe1 && second === 0x9a && third === 0x80;
}

/** Bytes of a character that begins with `byte`, in valid UTF-8. */
export function widthOf(byte: u8): usize {
  return byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}
