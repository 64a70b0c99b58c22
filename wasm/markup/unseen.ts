/**
 * Whether nobody sees the character at `at`, as `lib/documents/html/unseen.ts` has it.
 * @param begin where the text begins that it is added to
 * @param end where that text ends; the same as `begin`: what comes before it says nothing
 */
export function isUnseenAt(at: usize, begin: usize, end: usize): boolean {
  const byte = load<u8>(at);
  if (byte < 0xc2) return false;
  const second = <u32>load<u8>(at, 1);
  if (byte === 0xc2) return second === 0xad;
  if (byte === 0xcd) return second === 0x8f;
  if (byte === 0xd8) return second === 0x9c;
  if (byte < 0xe2) return false;
  const third = <u32>load<u8>(at, 2);
  if (byte === 0xe2) {
    if (second === 0x81) return third - 0xa0 < 0x10;
    if (second !== 0x80) return false;
    if (third - 0x8b < 3) return !isKept(third, lastCharacter(begin, end));
    return third === 0x8e || third === 0x8f || third - 0xaa < 5;
  }
  if (byte === 0xef) return second === 0xbb && third === 0xbf;
  if (byte !== 0xf3 || second !== 0xa0 || third > 0x81) return false;
  const isTag = third === 0x81 || load<u8>(at, 3) >= 0xa0;
  const before = lastCharacter(begin, end);
  return !(isTag && (before === 0x1f3f4 || (before >= 0xe0020 && before <= 0xe007f)));
}

/** @param third byte of U+200B, U+200C or U+200D */
function isKept(third: u32, before: u32): boolean {
  if (third === 0x8b) return isSpaceless(before);
  return isJoining(before) || (third === 0x8d && isPicture(before));
}

function isWithin(code: u32, first: u32, last: u32): boolean {
  return code - first <= last - first;
}

function isJoining(code: u32): boolean {
  return (
    isWithin(code, 0x600, 0x109f) ||
    isWithin(code, 0x1780, 0x18af) ||
    isWithin(code, 0x1900, 0x1cff) ||
    isWithin(code, 0xa800, 0xabff) ||
    isWithin(code, 0xfb50, 0xfdff) ||
    isWithin(code, 0xfe70, 0xfefc) ||
    isWithin(code, 0x11000, 0x11fff)
  );
}

function isSpaceless(code: u32): boolean {
  return isWithin(code, 0xe00, 0xeff) || isWithin(code, 0x1000, 0x109f) || isWithin(code, 0x1780, 0x17ff);
}

function isPicture(code: u32): boolean {
  return isWithin(code, 0x2190, 0x2bff) || code === 0xfe0f || isWithin(code, 0x1f000, 0x1faff);
}

/** The character that ends at `end`; 0: there is none. */
function lastCharacter(begin: usize, end: usize): u32 {
  let at = end;
  let code: u32 = 0;
  let shift: u32 = 0;
  while (at > begin) {
    const byte = <u32>load<u8>(--at);
    if (byte < 0x80) return byte;
    if (byte >= 0xc0) return code | ((byte & (byte >= 0xf0 ? 7 : byte >= 0xe0 ? 15 : 31)) << shift);
    code |= (byte & 0x3f) << shift;
    shift += 6;
  }
  return code;
}
