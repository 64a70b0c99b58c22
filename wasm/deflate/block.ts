import { alignBits, heldBits, out, putBits, setBits } from './bits';
import { prepareHead, writeHead } from './head';
import { buildCode, codesOf } from './huffman';
import {
  distanceCodes,
  distanceCounts,
  distanceLengths,
  distances,
  endOfBlock,
  literalCodes,
  literalCounts,
  literalLengths,
  literals,
  matchCounts,
} from './memory';
import { prepareCodes, writeSequences } from './sequences';
import { distanceExtra, lengthExtra, lengthSymbol } from './symbols';

/**
 * Bits of the longest code words of a literal or length, and of a distance: beside seven bits that wait, 64 hold four literals, or one with
 * a match, which has 5 and 13 extra bits at the most.
 */
const longestLiteral = 14;
const longestDistance = 10;

/** Counts of the next block. */
export function beginCounts(): void {
  memory.fill(literalCounts, 0, literals * 4);
  memory.fill(distanceCounts, 0, distances * 4);
  memory.fill(matchCounts, 0, 256 * 4);
}

/** Writes the sequences of a block in the form that takes the fewest bits. */
export function writeBlock(from: usize, to: usize, sequences: usize, last: usize, isLast: bool): void {
  const extra = countLengths();
  buildCode(literalCounts, 286, longestLiteral, literalLengths, literalCodes);
  buildCode(distanceCounts, 30, longestDistance, distanceLengths, distanceCodes);
  const own = prepareHead() + extra + codedBits();
  fixedLengths();
  const fixed = extra + codedBits();
  const stored = <u32>(to - from) * 8 + 32 + ((8 - ((heldBits + 3) & 7)) & 7);
  const lastBit = <u64>isLast;
  if (stored <= own && stored <= fixed) {
    writeStored(from, to, lastBit);
    return;
  }
  if (fixed <= own) {
    putBits(lastBit | 2, 3);
    codesOf(288, literalLengths, literalCodes);
    codesOf(30, distanceLengths, distanceCodes);
  } else {
    putBits(lastBit | 4, 3);
    writeHead();
  }
  prepareCodes();
  writeSequences(from, sequences, last);
}

/** Counts lengths by their symbols. @returns how many extra bits lengths and distances have */
function countLengths(): u32 {
  let bits: u32 = 0;
  for (let less: u32 = 0; less < 256; less++) {
    const count = load<u32>(matchCounts + ((<usize>less) << 2));
    const at = literalCounts + ((<usize>lengthSymbol(less)) << 2);
    store<u32>(at, load<u32>(at) + count);
    bits += count * lengthExtra(less);
  }
  for (let symbol: u32 = 0; symbol < 30; symbol++)
    bits += load<u32>(distanceCounts + ((<usize>symbol) << 2)) * distanceExtra(symbol);
  store<u32>(literalCounts, 1, endOfBlock * 4);
  return bits;
}

/** Bits of all code words. */
function codedBits(): u32 {
  return bitsOf(literalCounts, literalLengths, 286) + bitsOf(distanceCounts, distanceLengths, 30);
}

function bitsOf(counts: usize, lengths: usize, symbols: usize): u32 {
  let bits: u32 = 0;
  for (let symbol: usize = 0; symbol < symbols; symbol++)
    bits += load<u32>(counts + (symbol << 2)) * <u32>load<u8>(lengths + symbol);
  return bits;
}

/** The lengths of the code that needs no head (RFC 1951, 3.2.6). */
function fixedLengths(): void {
  memory.fill(literalLengths, 8, 144);
  memory.fill(literalLengths + 144, 9, 112);
  memory.fill(literalLengths + 256, 7, 24);
  memory.fill(literalLengths + 280, 8, 8);
  memory.fill(distanceLengths, 5, 30);
}

/** Less than 64 KB as they are. */
function writeStored(from: usize, to: usize, last: u64): void {
  putBits(last, 3);
  alignBits();
  const length = to - from;
  putBits(<u64>(length | ((length ^ 0xffff) << 16)), 32);
  memory.copy(out, from, length);
  setBits(out + length, 0, 0);
}
