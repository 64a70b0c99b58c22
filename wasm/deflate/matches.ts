import { buckets, distanceCounts, hashBits, literalCounts, matchCounts } from './memory';
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
  return buckets + ((<usize>(((load<u64>(at) << 24) * 0xcf1bbcdcbb) >>> (64 - hashBits))) << 2);
}

function insert(at: usize): void {
  const bucket = bucketOf(at);
  store<u32>(bucket, (load<u32>(bucket) << 16) | (<u32>at & 0xffff));
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
  const stop = min<usize>(to, end + 1 - <usize>shortest);
  while (at < stop) {
    const bucket = bucketOf(at);
    const entries = load<u32>(bucket);
    store<u32>(bucket, (entries << 16) | (<u32>at & 0xffff));
    const first = v128.load(at);
    const newer = (<u32>at - entries) & 0xffff;
    const older = (<u32>at - (entries >>> 16)) & 0xffff;
    // No branches: which of the two is longer, or near enough, nobody can guess.
    const newerLength = select<i32>(equalBytes(first, at - <usize>newer), 0, newer - 1 < window);
    const olderLength = select<i32>(equalBytes(first, at - <usize>older), 0, older - 1 < window);
    const distance = select<u32>(newer, older, newerLength >= olderLength);
    const equal = max<i32>(newerLength, olderLength);
    if (equal < shortest) {
      count(literalCounts, load<u8>(at));
      at++;
      continue;
    }
    const most = min<usize>(end - at, longest);
    const length = min<usize>(most, equal < 16 ? <usize>equal : equalBeyond(at, <usize>distance, most));
    const symbol = distanceSymbol(distance);
    count(distanceCounts, symbol);
    count(matchCounts, <u32>length - 3);
    const match = (distance - 1) | ((<u32>(length - 3)) << 16) | (symbol << 24);
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
