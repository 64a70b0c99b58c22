/** The next `byte` from `at` on; `end` when there is none before it. Reads up to 15 bytes behind the end. */
export function find(byte: u8, at: usize, end: usize): usize {
  const wanted = i8x16.splat(<i8>byte);
  for (; at < end; at += 16) {
    const found = i8x16.bitmask(i8x16.eq(v128.load(at), wanted));
    if (found !== 0) return min(at + <usize>ctz(found), end);
  }
  return end;
}

/** White space of HTML. */
export function isSpace(byte: u8): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x09 || byte === 0x0d || byte === 0x0c;
}

export function isLetter(byte: u8): boolean {
  return <u32>(byte | 0x20) - 0x61 < 26;
}

export function isDigit(byte: u8): boolean {
  return <u32>byte - 0x30 < 10;
}
