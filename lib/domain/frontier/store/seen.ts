import { crc32 } from 'node:zlib';
import type { Fingerprint } from '../../../base/url/fingerprint.ts';
import { corrupt } from './codec.ts';
import type { SeenRun, SegmentReader } from './state.ts';

/** The state of a visited URL in a seen run. The state of a pending URL is its rank, which is smaller. */
export const visitedState = 0x7fff_ffff;

/** Bytes of an entry: fingerprint (64 bits) and state (32 bits, signed), big-endian. */
const size = 12;

export interface SeenEntry {
  readonly fingerprint: Fingerprint;
  readonly state: number;
}

/** A seen section, ascending by fingerprint. */
export function encodeSeen(entries: readonly SeenEntry[]): Buffer {
  const sorted = [...entries].sort((a, b) => (a.fingerprint < b.fingerprint ? -1 : 1));
  const bytes = Buffer.allocUnsafe(sorted.length * size);
  sorted.forEach(({ fingerprint, state }, i) => {
    bytes.write(fingerprint, i * size, 'hex');
    bytes.writeInt32BE(state, i * size + 8);
  });
  return bytes;
}

/** Merges two sections; for a URL in both, the newer state wins. */
export function mergeSeen(older: Buffer, newer: Buffer): Buffer {
  const merged = Buffer.allocUnsafe(older.length + newer.length);
  const [a, b] = [viewOf(older), viewOf(newer)];
  let [i, j, end] = [0, 0, 0];
  while (i < older.length && j < newer.length) {
    const order = compareAt(a, i, b, j);
    const [from, at] = order < 0 ? [older, i] : [newer, j];
    from.copy(merged, end, at, at + size);
    end += size;
    if (order <= 0) i += size;
    if (order >= 0) j += size;
  }
  end += older.copy(merged, end, i);
  end += newer.copy(merged, end, j);
  return merged.subarray(0, end);
}

/** Reads a whole seen run. @throws WinnowError `corrupt` */
export async function readSeen(run: SeenRun, read: SegmentReader): Promise<Buffer> {
  const bytes = await read(run.segment, run.start, run.end);
  if (bytes.length !== run.end - run.start || crc32(bytes) !== run.crc)
    throw corrupt(`seen run ${run.segment}`);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export function seenCount(bytes: Uint8Array): number {
  return bytes.length / size;
}

/**
 * The newest state of each fingerprint that the runs have; `runs` from the oldest to the newest. Runs are read one at a
 * time, and not at all once everything was found in newer ones.
 */
export async function lookUp(
  runs: readonly SeenRun[],
  wanted: readonly Fingerprint[],
  read: SegmentReader,
): Promise<ReadonlyMap<Fingerprint, number>> {
  const found = new Map<Fingerprint, number>();
  let missing = [...new Set(wanted)].sort();
  for (const run of runs.toReversed()) {
    if (missing.length === 0) break;
    missing = searchRun(await readSeen(run, read), missing, found);
  }
  return found;
}

/** Enters found states into `found`, and returns the missing fingerprints. Each search begins where the last one ended. */
function searchRun(
  bytes: Buffer,
  sorted: readonly Fingerprint[],
  found: Map<Fingerprint, number>,
): Fingerprint[] {
  const view = viewOf(bytes);
  const count = seenCount(bytes);
  let from = 0;
  return sorted.filter((fingerprint) => {
    const high = Number.parseInt(fingerprint.slice(0, 8), 16);
    const low = Number.parseInt(fingerprint.slice(8), 16);
    let [start, end] = [from, count];
    while (start < end) {
      const middle = (start + end) >>> 1;
      const at = middle * size;
      const order = view.getUint32(at) - high || view.getUint32(at + 4) - low;
      if (order < 0) start = middle + 1;
      else end = middle;
    }
    from = start;
    const at = start * size;
    if (start === count || view.getUint32(at) !== high || view.getUint32(at + 4) !== low) return true;
    found.set(fingerprint, view.getInt32(at + 8));
    return false;
  });
}

function viewOf(bytes: Buffer): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function compareAt(a: DataView, i: number, b: DataView, j: number): number {
  return a.getUint32(i) - b.getUint32(j) || a.getUint32(i + 4) - b.getUint32(j + 4);
}
