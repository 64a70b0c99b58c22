import { held, heldBits, out, setBits } from './bits';
import { distanceCodes, endOfBlock, literalCodes, matchCodes } from './memory';
import { distanceExtra, leastDistance, lengthExtra, lengthSymbol } from './symbols';

/**
 * For each symbol of a distance, u64 each: how many bits its code has in the lowest byte, how many with the extra bits in the next; above them
 * what gives code and extra bits when a distance - 1, moved up by the bits of the code, is added.
 */
const distanceSums = memory.data(32 * 8, 8);

/** Each length's code with its extra bits, and the codes of distances in the form that they are added in. */
export function prepareCodes(): void {
  for (let less: u32 = 0; less < 256; less++) {
    const code = load<u32>(literalCodes + ((<usize>lengthSymbol(less)) << 2));
    const length = code & 0xff;
    const extra = lengthExtra(less);
    const bits = (code >>> 8) | ((less & ((1 << extra) - 1)) << length);
    store<u32>(matchCodes + ((<usize>less) << 2), (bits << 8) | (length + extra));
  }
  // No match has a length of 3.
  store<u32>(matchCodes, load<u32>(literalCodes, endOfBlock * 4));
  for (let symbol: u32 = 0; symbol < 30; symbol++) {
    const code = load<u32>(distanceCodes + ((<usize>symbol) << 2));
    const length = code & 0xff;
    const sum = <u64>(code >>> 8) - ((<u64>leastDistance(symbol)) << (<u64>length));
    const counts = length | ((length + distanceExtra(symbol)) << 8);
    store<u64>(distanceSums + ((<usize>symbol) << 3), (sum << 16) | <u64>counts);
  }
}

function codeOf(literal: usize): u32 {
  return load<u32>(literalCodes + ((<usize>load<u8>(literal)) << 2));
}

/** Writes literals from `from` on and matches; the last of the sequences is the end of the block. */
export function writeSequences(from: usize, sequences: usize, last: usize): void {
  let at = from;
  let to64 = out;
  let bits = held;
  let count: u64 = heldBits;
  for (let next = sequences; next <= last; next += 8) {
    const sequence = load<u64>(next);
    let run = <i32>(sequence >> 32);
    // Most runs have no literal or one, which is written with the match.
    for (; run > 1; run -= 4) {
      const a = codeOf(at);
      const b = codeOf(at + 1);
      const c = select<u32>(codeOf(at + 2), 0, run > 2);
      const d = select<u32>(codeOf(at + 3), 0, run > 3);
      const ab = <u64>(a >>> 8) | ((<u64>(b >>> 8)) << (<u64>(a & 0xff)));
      const cd = <u64>(c >>> 8) | ((<u64>(d >>> 8)) << (<u64>(c & 0xff)));
      const abCount = <u64>((a & 0xff) + (b & 0xff));
      bits |= (ab | (cd << abCount)) << count;
      count += abCount + <u64>((c & 0xff) + (d & 0xff));
      store<u64>(to64, bits);
      to64 += <usize>(count >> 3);
      bits >>= count & 0x38;
      count &= 7;
      at += <usize>min<i32>(run, 4);
    }
    const literal = select<u32>(codeOf(at), 0, run === 1);
    const less = <usize>(<u32>sequence >>> 16) & 0xff;
    const match = load<u32>(matchCodes + (less << 2));
    const sum = load<u64>(distanceSums + ((<usize>(<u32>sequence >>> 24)) << 3));
    const distanceBits = <u64>(<i64>sum >> 16) + ((sequence & 0xffff) << (sum & 0xff));
    const matchBits = <u64>(match >>> 8) | (distanceBits << (<u64>(match & 0xff)));
    const literalCount = <u64>(literal & 0xff);
    bits |= (<u64>(literal >>> 8) | (matchBits << literalCount)) << count;
    count += literalCount + <u64>(match & 0xff) + ((sum >> 8) & 0xff);
    store<u64>(to64, bits);
    to64 += <usize>(count >> 3);
    bits >>= count & 0x38;
    count &= 7;
    at += <usize>(run === 1) + less + 3;
  }
  setBits(to64, bits, <u32>count);
}
