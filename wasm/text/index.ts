/** UTF-16 units of a text that are passed through at once. */
const maxUnits = 0x10000;
/** Room behind a place that whole blocks are written to. */
const slack = 32;

/** In UTF-8: three bytes for a unit at the most. */
const source = memory.data(maxUnits * 3 + slack);
/** Six bytes for a unit at the most: an escape. */
const json = memory.data(maxUnits * 6 + slack);
/** The same text without spaces and line feeds. */
const packed = memory.data(maxUnits * 3 + slack);
let packedEnd: usize = packed;

/** Eight places of bytes for each set of spaces among eight bytes: those that are left move together. */
const moves = memory.data(256 * 8, 8);
for (let spaces = 0; spaces < 256; spaces++) {
  let to = moves + <usize>(spaces * 8);
  for (let place = 0; place < 8; place++) {
    if (((spaces >>> place) & 1) === 0) store<u8>(to++, place);
  }
}

export function sourceAt(): usize {
  return source;
}

export function jsonAt(): usize {
  return json;
}

export function packedAt(): usize {
  return packed;
}

/** How many bytes are left of the text that was written last, without spaces and line feeds. */
export function packedLength(): i32 {
  return <i32>(packedEnd - packed);
}

/**
 * Writes the first `length` bytes of the source twice: as JSON on one line for every reader, without its quotes; and without spaces
 * and line feeds. Sixteen bytes at a time, and no branch hangs on where words end.
 * @returns how many bytes the JSON has
 */
export function writeText(length: i32): i32 {
  const end = source + <usize>length;
  let at = source;
  let to = json;
  let bare = packed;
  while (at < end) {
    const block = v128.load(at);
    const left = <i32>(end - at);
    const beyond = left < 16 ? 0xffff << left : 0x10000;
    // The first byte that needs a look: control characters, what JSON escapes, and what may begin a line break of Unicode.
    const looked =
      i8x16.bitmask(
        v128.or(
          v128.or(
            i8x16.lt_u(block, i8x16.splat(0x20)),
            v128.or(i8x16.eq(block, i8x16.splat(0x22)), i8x16.eq(block, i8x16.splat(0x5c))),
          ),
          v128.or(i8x16.eq(block, i8x16.splat(<i8>0xc2)), i8x16.eq(block, i8x16.splat(<i8>0xe2))),
        ),
      ) | beyond;
    const plain = ctz(looked);
    v128.store(to, block);
    to += <usize>plain;
    const gone = i8x16.bitmask(i8x16.eq(block, i8x16.splat(0x20))) | (0xffff << plain);
    bare = pack(bare, block, gone & 0xff);
    bare = pack(
      bare,
      i8x16.shuffle(block, block, 8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15),
      (gone >>> 8) & 0xff,
    );
    at += <usize>plain;
    if (plain === 16 || at >= end) continue;
    const byte = load<u8>(at);
    const width = byte === 0xc2 ? newLine(at) : byte === 0xe2 ? separator(at) : 1;
    to = width > 1 ? escapeBreak(to, at) : byte >= 0x80 ? raw(to, byte) : escaped(to, byte);
    if (byte !== 0x0a) for (let i = 0; i < width; i++) store<u8>(bare++, load<u8>(at + <usize>i));
    at += <usize>width;
  }
  packedEnd = bare;
  return <i32>(to - json);
}

/** Writes those of the first eight bytes that do not go. @returns the place behind them */
function pack(to: usize, block: v128, gone: i32): usize {
  const move = v128.load64_zero(moves + <usize>(gone << 3));
  v128.store64_lane(to, i8x16.swizzle(block, move), 0);
  return to + <usize>(8 - popcnt(gone));
}

/** The bytes of U+0085 if it stands there, else 1. */
function newLine(at: usize): i32 {
  return load<u8>(at, 1) === 0x85 ? 2 : 1;
}

/** The bytes of U+2028 or U+2029 if one stands there, else 1. */
function separator(at: usize): i32 {
  return load<u8>(at, 1) === 0x80 && (load<u8>(at, 2) | 1) === 0xa9 ? 3 : 1;
}

function raw(to: usize, byte: u8): usize {
  store<u8>(to, byte);
  return to + 1;
}

/** A line break that JSON leaves as it is. */
function escapeBreak(to: usize, at: usize): usize {
  if (load<u8>(at) === 0xc2) return unicode(to, 0x00, 0x85);
  return unicode(to, 0x20, load<u8>(at, 2) & 1 ? 0x29 : 0x28);
}

/** As JSON has it. */
function escaped(to: usize, byte: u8): usize {
  let letter: u8 = 0;
  if (byte === 0x22 || byte === 0x5c) letter = byte;
  else if (byte === 0x08) letter = 0x62;
  else if (byte === 0x09) letter = 0x74;
  else if (byte === 0x0a) letter = 0x6e;
  else if (byte === 0x0c) letter = 0x66;
  else if (byte === 0x0d) letter = 0x72;
  if (letter === 0) return unicode(to, 0, byte);
  store<u8>(to, 0x5c);
  store<u8>(to, letter, 1);
  return to + 2;
}

function unicode(to: usize, high: u8, low: u8): usize {
  store<u8>(to, 0x5c);
  store<u8>(to, 0x75, 1);
  store<u8>(to, hex(high >> 4), 2);
  store<u8>(to, hex(high & 15), 3);
  store<u8>(to, hex(low >> 4), 4);
  store<u8>(to, hex(low & 15), 5);
  return to + 6;
}

function hex(digit: u8): u8 {
  return digit < 10 ? 0x30 + digit : 0x57 + digit;
}
