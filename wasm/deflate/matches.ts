import { blockEnd, buckets, distanceCounts, hashBits, literalCounts, matchCounts, noLiteral } from './memory';
import { distanceSymbol } from './symbols';

const window: u32 = 32768;
const longest: usize = 258;
/** A match of 4 bytes saves next to nothing, and takes as long as any other. */
const shortest: i32 = 5;
/** Bytes that are compared at once. */
const compared: i32 = 16;

/** Where the last sequence is. */
export let lastSequence: usize = 0;

/** How many of the first 16 bytes are equal. */
function equalBytes(first: v128, at: usize): i32 {
  return ctz<i32>(i8x16.bitmask(i8x16.eq(first, v128.load(at))) + 1);
}

/** How far two places are equal that are for 16 bytes. */
function equalBeyond(from: usize, distance: usize, most: usize): usize {
  let length = <usize>compared;
  while (length < most) {
    const differ = load<u64>(from + length) ^ load<u64>(from + length - distance);
    if (differ !== 0) return min<usize>(length + <usize>(ctz<u64>(differ) >> 3), most);
    length += 8;
  }
  return most;
}

/** Of the next 5 bytes. */
function bucketOf(at: usize): usize {
  return buckets + ((<usize>(((load<u64>(at) << 24) * 0xcf1bbcdcbb) >>> (64 - hashBits))) << 1);
}

function insert(at: usize): void {
  store<u16>(bucketOf(at), <u16>at);
}

/** Takes the place in. @returns how far behind it the same hash was met last */
function lookUp(at: usize): u32 {
  const bucket = bucketOf(at);
  const distance = (<u32>at - <u32>load<u16>(bucket)) & 0xffff;
  store<u16>(bucket, <u16>at);
  return distance;
}

function equalAt(at: usize, distance: u32): i32 {
  const equal = equalBytes(v128.load(at), at - <usize>distance);
  return select<i32>(equal, 0, distance - 1 < window);
}

function count(counts: usize, index: u32): void {
  const at = counts + ((<usize>index) << 2);
  store<u32>(at, load<u32>(at) + 1);
}

/**
 * Takes bytes of the input apart into runs of literals with a match behind each, up to the first match that reaches `to`. Counts all
 * symbols. A sequence has its distance - 1 in the lowest 16 bits, then length - 3 and the symbol of the distance in 8 bits each,
 * then the number of literals. The last one has `blockEnd` in place of a match.
 * @returns where that match ends
 */
export function findMatches(from: usize, to: usize, end: usize, sequences: usize): usize {
  let at = from;
  let run = from;
  let next = sequences;
  // What is compared at once ends before the input does: the last bytes are literals.
  const stop = min<usize>(to, end - <usize>compared);
  while (at < stop) {
    // Two places at once, without a branch between them: which has a match, or the longer one, nobody can guess.
    const distance0 = lookUp(at);
    const distance1 = lookUp(at + 1);
    const equal0 = equalAt(at, distance0);
    const equal1 = equalAt(at + 1, distance1);
    const equal = max<i32>(equal0, equal1);
    if (equal < shortest) {
      count(literalCounts, load<u8>(at));
      count(literalCounts, load<u8>(at, 1));
      at += 2;
      continue;
    }
    const isLater = equal1 > equal0;
    count(literalCounts, select<u32>(load<u8>(at), noLiteral, isLater));
    const distance = select<u32>(distance1, distance0, isLater);
    at += <usize>isLater;
    const length =
      equal < compared ? <usize>equal : equalBeyond(at, <usize>distance, min<usize>(end - at, longest));
    const less = distance - 1;
    const symbol = distanceSymbol(less);
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
  store<u64>(next, <u64>blockEnd | ((<u64>(at - run)) << 32));
  lastSequence = next;
  return at;
}
