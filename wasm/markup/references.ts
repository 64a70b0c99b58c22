import { isDigit, isLetter } from './find';
import { referenceSlots, references } from './memory';
import { lookUp, packExactly } from './names';

/** The character that was written last, in UTF-8. */
export const character = memory.data(8);
const longestKnown: usize = 8;

/** The end of the letters and digits from `from`, `#` before them included. */
export function runEnd(from: usize, to: usize): usize {
  let at = from;
  if (at < to && load<u8>(at) === 0x23) at++;
  while (at < to && (isDigit(load<u8>(at)) || isLetter(load<u8>(at)))) at++;
  return at;
}

/** The code point of a reference; 0 when it is none that is known here. */
export function known(start: usize, end: usize): u32 {
  if (end - start > longestKnown) return 0;
  if (load<u8>(start) !== 0x23) return packExactly(start, end) ? lookUp(references, referenceSlots) : 0;
  const isHex = (load<u8>(start, 1) | 0x20) === 0x78;
  const codePoint = isHex ? number(start + 2, end, 16) : number(start + 1, end, 10);
  return isPlain(codePoint) ? codePoint : 0;
}

/** 0 when it is none. */
function number(start: usize, end: usize, base: u32): u32 {
  let value: u32 = 0;
  for (let at = start; at < end; at++) {
    const byte = load<u8>(at);
    const digit: u32 = isDigit(byte) ? byte - 0x30 : (byte | 0x20) - 0x57;
    if (digit >= base) return 0;
    value = value * base + digit;
  }
  return value;
}

/** Whether a numeric reference to it is that character: not of the C1 controls, which stand for Windows-1252's. */
function isPlain(codePoint: u32): boolean {
  if (codePoint < 0x80) return codePoint > 0;
  return (codePoint >= 0xa0 && codePoint < 0xd800) || (codePoint >= 0xe000 && codePoint <= 0x10ffff);
}

/** Writes a character in UTF-8. @returns how many bytes it has */
export function write(codePoint: u32): usize {
  if (codePoint < 0x80) {
    store<u8>(character, codePoint);
    return 1;
  }
  if (codePoint < 0x800) {
    store<u8>(character, 0xc0 | (codePoint >>> 6));
    store<u8>(character, 0x80 | (codePoint & 0x3f), 1);
    return 2;
  }
  if (codePoint < 0x10000) {
    store<u8>(character, 0xe0 | (codePoint >>> 12));
    store<u8>(character, 0x80 | ((codePoint >>> 6) & 0x3f), 1);
    store<u8>(character, 0x80 | (codePoint & 0x3f), 2);
    return 3;
  }
  store<u8>(character, 0xf0 | (codePoint >>> 18));
  store<u8>(character, 0x80 | ((codePoint >>> 12) & 0x3f), 1);
  store<u8>(character, 0x80 | ((codePoint >>> 6) & 0x3f), 2);
  store<u8>(character, 0x80 | (codePoint & 0x3f), 3);
  return 4;
}
