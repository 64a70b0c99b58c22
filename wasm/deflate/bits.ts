/** Where the next bits are written. */
export let out: usize = 0;
/** Bits that are not written yet, the first one lowest; fewer than 8 between calls. */
export let held: u64 = 0;
export let heldBits: u32 = 0;

export function beginBits(at: usize): void {
  out = at;
  held = 0;
  heldBits = 0;
}

/** @param count 56 at most */
export function putBits(bits: u64, count: u32): void {
  held |= bits << heldBits;
  heldBits += count;
  store<u64>(out, held);
  out += <usize>(heldBits >>> 3);
  held >>= heldBits & 0x38;
  heldBits &= 7;
}

/** What a loop did that held these values itself. */
export function setBits(at: usize, bits: u64, count: u32): void {
  out = at;
  held = bits;
  heldBits = count;
}

/** Goes to the next whole byte. */
export function alignBits(): void {
  putBits(0, (8 - heldBits) & 7);
}
