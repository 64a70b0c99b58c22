import { alignBits, beginBits, out } from './bits';
import { beginCounts, writeBlock } from './block';
import { findMatches, lastSequence } from './matches';
import { buckets, hashBits, room } from './memory';

/** A block of no more bytes has counts of 16 bits. With the longest match that may reach over its end. */
const longestBlock: u32 = 0xfe00;
/** Reads and writes go on behind what they are for. */
const margin: usize = 64;

let output: usize = 0;

/** Room to compress so many bytes. @returns where to write them */
export function reserve(bytes: u32): usize {
  output = room + <usize>bytes + margin;
  const end = sequencesOf(bytes) + <usize>(min<u32>(bytes, 2 * longestBlock) * 2) + margin;
  const more = <i32>((end + 0xffff) >>> 16) - memory.size();
  if (more > 0 && memory.grow(more) < 0) unreachable();
  return room;
}

/** Behind the longest output. */
function sequencesOf(bytes: u32): usize {
  return (output + <usize>bytes + <usize>(bytes >>> 8) + 2 * margin) & ~7;
}

/** Compresses the first bytes of the room. @returns how many bytes the result has */
export function deflate(bytes: u32): u32 {
  const sequences = sequencesOf(bytes);
  memory.fill(buckets, 0, 2 << hashBits);
  beginBits(output);
  const end = room + <usize>bytes;
  // What is read behind the end must not be an earlier page.
  memory.fill(end, 0, margin);
  let blocks = bytes / longestBlock + 1;
  let at = room;
  do {
    const to = at + (end - at) / <usize>blocks;
    const from = at;
    beginCounts();
    at = findMatches(from, to, end, sequences);
    writeBlock(from, at, sequences, lastSequence, at === end);
    blocks--;
  } while (at < end);
  alignBits();
  return <u32>(out - output);
}

/** Where the result is. */
export function result(): usize {
  return output;
}
