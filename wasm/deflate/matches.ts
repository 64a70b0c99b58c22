import { buckets, distanceCounts, hashBits, literalCounts, matchCounts, noLiteral } from './memory';
import { distanceSymbol } from './symbols';

const window: u32 = 32768;
const longest: usize = 258;
/** A match of 4 bytes saves next to nothing, and takes as long as any other. */
export const shortest: i32 = 5;

/** Behind the last sequence. */
export let sequencesEnd: usize = 0;

/** How many of the first 16 bytes are equal. */
function equalBytes(first: v128, at: usize): i32 {
  return ctz<i32>((i8x16.bitmask(i8x16.eq(first, v128.load(at))) ^ 0xffff) | 0x10000);
}

/** How far two places are equal that are for 16 bytes. */
function equalBeyond(from: usize, distance: usize, most: usize): usize {
  let length: usize = 16;
  while (length < most) {
    const differ = load<u64>(from + length) ^ load<u64>(from + length - distance);
    if (differ !== 0) return length + <usize>(ctz<u64>(differ) >> 3);
    length += 8;
  }
  return length;
}

/** Of the next 5 bytes. */
function bucketOf(at: usize): usize {
  return buckets + ((<usize>(((load<u64>(at) << 24) * 0xcf1bbcdcbb) >>> (64 - hashBits))) << 1);
}

function insert(at: usize): void {
  store<u16>(bucketOf(at), <u16>at);
}

/** Takes the place in. @returns how far behind it the same hash was met, less 1 */
function lookUp(at: usize): u32 {
  const bucket = bucketOf(at);
  const less = (<u32>at - <u32>load<u16>(bucket) - 1) & 0xffff;
  store<u16>(bucket, <u16>at);
  return less;
}

function equalAt(at: usize, less: u32): i32 {
  const equal = equalBytes(v128.load(at), at - <usize>less - 1);
  return select<i32>(equal, 0, less < window);
}

function count(counts: usize, index: u32): void {
  const at = counts + ((<usize>index) << 2);
  store<u32>(at, load<u32>(at) + 1);
}

/**
 * Takes bytes of the input apart into runs of literals with a match behind each, up to the first match that reaches `to`. Counts all
 * symbols. A sequence has its distance - 1 in the lowest 16 bits, then length - 3 and the symbol of the distance in 8 bits each,
 * then the number of literals.
 * @returns where that match ends
 */
export function findMatches(from: usize, to: usize, end: usize, sequences: usize): usize {
  let at = from;
  let run = from;
  let next = sequences;
  const stop = min<usize>(to, end + 1 - <usize>shortest) - 1;
  while (at < stop) {
    // Two places at once, without a branch between them: which has a match, or the longer one, nobody can guess.
    const less0 = lookUp(at);
    const less1 = lookUp(at + 1);
    const equal0 = equalAt(at, less0);
    const equal1 = equalAt(at + 1, less1);
    const equal = max<i32>(equal0, equal1);
    if (equal < shortest) {
      count(literalCounts, load<u8>(at));
      count(literalCounts, load<u8>(at, 1));
      at += 2;
      continue;
    }
    const isLater = equal1 > equal0;
    count(literalCounts, select<u32>(load<u8>(at), noLiteral, isLater));
    const less = select<u32>(less1, less0, isLater);
    at += <usize>isLater;
    const most = min<usize>(end - at, longest);
    const length = min<usize>(most, equal < 16 ? <usize>equal : equalBeyond(at, <usize>less + 1, most));
    const symbol = distanceSymbol(less + 1);
    count(distanceCounts, symbol);
    count(matchCounts, <u32>length - 3);
    const match = less | ((<u32>(length - 3)) << 16) | (symbol << 24);
    store<u64>(next, <u64>match | ((<u64>(at - run)) << 32));
    next += 8;
    insert(at + 1);
    insert(at + 2);
    at += length;
    insert(at - 2);
    insert(at - 1);
    run = at;
  }
  for (; at < to; at++) count(literalCounts, load<u8>(at));
  sequencesEnd = next;
  return at;
}
