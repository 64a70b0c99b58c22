/** Longest name that a table has. */
const longest: usize = 16;

/** The name that was packed last: in lower case, zeros behind it. */
let low: u64 = 0;
let high: u64 = 0;

/** Packs a name. @returns whether it is short enough for a table */
export function pack(start: usize, end: usize): boolean {
  const length = end - start;
  if (length > longest) return false;
  low = lowered(load<u64>(start), length);
  high = length > 8 ? lowered(load<u64>(start, 8), length - 8) : 0;
  return true;
}

const ones: u64 = ((<u64>0x01010101) << 32) | 0x01010101;

/** The first `length` bytes with letters in lower case, zeros behind them. */
function lowered(bytes: u64, length: usize): u64 {
  const kept = length >= 8 ? bytes : bytes & (((<u64>1) << (<u64>(length << 3))) - 1);
  // Of each byte the highest bit: whether it is a letter in upper case.
  const ascii = kept & (0x7f * ones);
  const fromA = ascii + 0x3f * ones;
  const beyondZ = ascii + 0x25 * ones;
  const upper = fromA & ~beyondZ & ~kept & (0x80 * ones);
  return kept | (upper >>> 2);
}

/** The name as it is written: what references are called hangs on the case of letters. */
export function packExactly(start: usize, end: usize): boolean {
  const length = end - start;
  if (length > 8) return false;
  const bytes = load<u64>(start);
  low = length === 8 ? bytes : bytes & (((<u64>1) << (<u64>(length << 3))) - 1);
  high = 0;
  return true;
}

/** The same name as the one that was packed before. */
export function isPacked(a: u64, b: u64): boolean {
  return low === a && high === b;
}

export function packedLow(): u64 {
  return low;
}

export function packedHigh(): u64 {
  return high;
}

/** Where a table of `slots` places has the packed name, or would have it. */
export function slotOf(table: usize, slots: u32): usize {
  const hash = (low ^ (high * 0x9e3779b1)) * 0x9e3779b97f4b;
  let place = <u32>(hash >>> 32);
  let slot = table + <usize>((place & (slots - 1)) * 24);
  while (load<u64>(slot) !== 0 && !isPacked(load<u64>(slot), load<u64>(slot, 8))) {
    place++;
    slot = table + <usize>((place & (slots - 1)) * 24);
  }
  return slot;
}

/** What a table says of the packed name; 0 when it does not have it. */
export function lookUp(table: usize, slots: u32): u32 {
  return load<u32>(slotOf(table, slots), 16);
}

/** Enters the packed name. */
export function enter(table: usize, slots: u32, value: u32): void {
  const slot = slotOf(table, slots);
  store<u64>(slot, low);
  store<u64>(slot, high, 8);
  store<u32>(slot, value, 16);
}
