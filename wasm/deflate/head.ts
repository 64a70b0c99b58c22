import { putBits } from './bits';
import { buildCode } from './huffman';
import { distanceLengths, distances, literalLengths, literals } from './memory';

const kinds = 19;
const counts = memory.data(kinds * 4);
const lengths = memory.data(kinds);
const codes = memory.data(kinds * 4);
/** The order in which lengths of lengths are written (RFC 1951, 3.2.7). */
const order = memory.data<u8>([16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]);
/** All lengths in a row; then the runs that they are written as: u16 each, the kind in the lowest byte, how often above it. */
const all = memory.data(literals + distances);
const runs = memory.data((literals + distances) * 2);

let runsEnd: usize = 0;
let usedLiterals: i32 = 0;
let usedDistances: i32 = 0;
let usedKinds: i32 = 0;

function extraBits(kind: u32): u32 {
  return kind < 16 ? 0 : kind === 16 ? 2 : kind === 17 ? 3 : 7;
}

/** Makes the head of a block with codes of its own. @returns how many bits it has */
export function prepareHead(): u32 {
  usedLiterals = usedOf(literalLengths, 257, 286);
  usedDistances = usedOf(distanceLengths, 1, 30);
  memory.copy(all, literalLengths, <usize>usedLiterals);
  memory.copy(all + <usize>usedLiterals, distanceLengths, <usize>usedDistances);
  memory.fill(counts, 0, kinds * 4);
  findRuns(all + <usize>(usedLiterals + usedDistances));
  buildCode(counts, kinds, 7, lengths, codes);
  usedKinds = kinds;
  while (usedKinds > 4 && load<u8>(lengths + <usize>load<u8>(order + <usize>(usedKinds - 1))) === 0)
    usedKinds--;
  let bits: u32 = 14 + 3 * <u32>usedKinds;
  for (let kind = 0; kind < kinds; kind++) {
    const length = <u32>load<u8>(lengths + <usize>kind);
    bits += load<u32>(counts + ((<usize>kind) << 2)) * (length + extraBits(kind));
  }
  return bits;
}

export function writeHead(): void {
  putBits(<u64>((usedLiterals - 257) | ((usedDistances - 1) << 5) | ((usedKinds - 4) << 10)), 14);
  for (let at = 0; at < usedKinds; at++)
    putBits(<u64>load<u8>(lengths + <usize>load<u8>(order + <usize>at)), 3);
  for (let run = runs; run < runsEnd; run += 2) {
    const kind = <u32>load<u8>(run);
    const code = load<u32>(codes + ((<usize>kind) << 2));
    const length = code & 0xff;
    putBits(<u64>((code >>> 8) | ((<u32>load<u8>(run, 1)) << length)), length + extraBits(kind));
  }
}

function usedOf(ofSymbols: usize, least: i32, most: i32): i32 {
  let used = most;
  while (used > least && load<u8>(ofSymbols + <usize>(used - 1)) === 0) used--;
  return used;
}

function findRuns(end: usize): void {
  let at = all;
  runsEnd = runs;
  while (at < end) {
    const length = <u32>load<u8>(at);
    let next = at + 1;
    while (next < end && load<u8>(next) === length) next++;
    let times = <u32>(next - at);
    at = next;
    if (length === 0) times = putZeros(times);
    else if (times > 3) {
      putRun(length, 0);
      times = putRepeats(times - 1);
    }
    for (; times > 0; times--) putRun(length, 0);
  }
}

/** @returns how many are left, too few for a run */
function putZeros(zeros: u32): u32 {
  let left = zeros;
  while (left >= 11) {
    const times = min<u32>(left, 138);
    putRun(18, times - 11);
    left -= times;
  }
  if (left < 3) return left;
  putRun(17, left - 3);
  return 0;
}

function putRepeats(repeats: u32): u32 {
  let left = repeats;
  while (left >= 3) {
    const times = min<u32>(left, 6);
    putRun(16, times - 3);
    left -= times;
  }
  return left;
}

function putRun(kind: u32, extra: u32): void {
  store<u8>(runsEnd, <u8>kind);
  store<u8>(runsEnd, <u8>extra, 1);
  runsEnd += 2;
  const count = counts + ((<usize>kind) << 2);
  store<u32>(count, load<u32>(count) + 1);
}
