import { held, heldBits, out, putBits, setBits } from './bits';
import { distanceCodes, endOfBlock, literalCodes, matchCodes } from './memory';
import { distanceExtra, lengthExtra, lengthSymbol } from './symbols';

/** Each length's code with its extra bits. */
export function prepareMatchCodes(): void {
  for (let less: u32 = 0; less < 256; less++) {
    const code = load<u32>(literalCodes + ((<usize>lengthSymbol(less)) << 2));
    const length = code & 0xff;
    const extra = lengthExtra(less);
    const bits = (code >>> 8) | ((less & ((1 << extra) - 1)) << length);
    store<u32>(matchCodes + ((<usize>less) << 2), (bits << 8) | (length + extra));
  }
}

function codeOf(literal: usize): u32 {
  return load<u32>(literalCodes + ((<usize>load<u8>(literal)) << 2));
}

export function writeSequences(from: usize, to: usize, sequences: usize, end: usize): void {
  let at = from;
  let to64 = out;
  let bits = held;
  let count: u64 = heldBits;
  let next = sequences;
  for (;;) {
    const isEnd = next >= end;
    const sequence = isEnd ? (<u64>(to - at)) << 32 : load<u64>(next);
    next += 8;
    let run = <i32>(sequence >> 32);
    for (; run > 3; run -= 4) {
      const a = codeOf(at);
      const b = codeOf(at + 1);
      const c = codeOf(at + 2);
      const d = codeOf(at + 3);
      const ab = <u64>(a >>> 8) | ((<u64>(b >>> 8)) << (<u64>(a & 0xff)));
      const cd = <u64>(c >>> 8) | ((<u64>(d >>> 8)) << (<u64>(c & 0xff)));
      const abCount = <u64>((a & 0xff) + (b & 0xff));
      bits |= (ab | (cd << abCount)) << count;
      count += abCount + <u64>((c & 0xff) + (d & 0xff));
      store<u64>(to64, bits);
      to64 += <usize>(count >> 3);
      bits >>= count & 0x38;
      count &= 7;
      at += 4;
    }
    {
      const a = select<u32>(codeOf(at), 0, run > 0);
      const b = select<u32>(codeOf(at + 1), 0, run > 1);
      const c = select<u32>(codeOf(at + 2), 0, run > 2);
      const ab = <u64>(a >>> 8) | ((<u64>(b >>> 8)) << (<u64>(a & 0xff)));
      const abCount = <u64>((a & 0xff) + (b & 0xff));
      bits |= (ab | ((<u64>(c >>> 8)) << abCount)) << count;
      count += abCount + <u64>(c & 0xff);
      store<u64>(to64, bits);
      to64 += <usize>(count >> 3);
      bits >>= count & 0x38;
      count &= 7;
      at += <usize>run;
    }
    if (isEnd) break;
    const symbol = <u32>(sequence >> 24) & 0xff;
    const less = <u32>(sequence >> 16) & 0xff;
    const match = load<u32>(matchCodes + ((<usize>less) << 2));
    const distance = load<u32>(distanceCodes + ((<usize>symbol) << 2));
    const extra = distanceExtra(symbol);
    const matchCount = <u64>(match & 0xff);
    const distanceCount = <u64>(distance & 0xff);
    const distanceBits =
      <u64>(distance >>> 8) | ((<u64>(<u32>sequence & 0xffff & ((1 << extra) - 1))) << distanceCount);
    bits |= (<u64>(match >>> 8) | (distanceBits << matchCount)) << count;
    count += matchCount + distanceCount + <u64>extra;
    store<u64>(to64, bits);
    to64 += <usize>(count >> 3);
    bits >>= count & 0x38;
    count &= 7;
    at += <usize>less + 3;
  }
  setBits(to64, bits, <u32>count);
  const code = load<u32>(literalCodes, endOfBlock * 4);
  putBits(<u64>(code >>> 8), code & 0xff);
}
