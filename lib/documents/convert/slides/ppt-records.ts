/** A record of a PowerPoint stream (MS-PPT §2.3.1). */
export interface PptRecord {
  readonly type: number;
  readonly instance: number;
  readonly isContainer: boolean;
  readonly data: Buffer;
}

/** Records of a stream that are looked at. */
const maxRecords = 2_000_000;

/** The records that stand one after the other in some bytes. */
export function* recordsIn(bytes: Buffer, from = 0): Generator<PptRecord> {
  let at = from;
  for (let count = 0; at + 8 <= bytes.length && count < maxRecords; count++) {
    const head = bytes.readUInt16LE(at);
    const length = bytes.readUInt32LE(at + 4);
    yield {
      type: bytes.readUInt16LE(at + 2),
      instance: head >> 4,
      isContainer: (head & 0xf) === 0xf,
      data: bytes.subarray(at + 8, at + 8 + length),
    };
    at += 8 + length;
  }
}

/** The record at an offset. */
function recordAt(bytes: Buffer, offset: number): PptRecord | undefined {
  for (const record of recordsIn(bytes, offset)) return record;
  return undefined;
}

/** The first record of a type among those that stand side by side. */
export function childOf(bytes: Buffer, type: number): PptRecord | undefined {
  for (const record of recordsIn(bytes)) if (record.type === type) return record;
  return undefined;
}

/** Reads objects of a stream by their offsets: as none lies in another, all of them together are no longer than it. */
export type PptObjects = (offset: number) => PptRecord | undefined;

export function pptObjects(stream: Buffer): PptObjects {
  let left = stream.length;
  return (offset) => {
    const record = recordAt(stream, offset);
    left -= record?.data.length ?? 0;
    return left < 0 ? undefined : record;
  };
}

const editType = 0x0ff5;
const directoryType = 0x1772;

/** Edits that a file was saved by, one after the other. */
const maxEdits = 1_000;

/** Where objects are in the stream, by their number: the newest of each (§2.3.4). */
export function persistOffsets(objects: PptObjects, lastEdit: number): ReadonlyMap<number, number> {
  const offsets = new Map<number, number>();
  const seen = new Set<number>();
  let at = lastEdit;
  while (!seen.has(at) && seen.size < maxEdits) {
    seen.add(at);
    const edit = objects(at);
    if (edit?.type !== editType || edit.data.length < 20) break;
    const directory = objects(edit.data.readUInt32LE(12));
    if (directory?.type === directoryType) addDirectory(directory.data, offsets);
    at = edit.data.readUInt32LE(8);
    if (at === 0) break;
  }
  return offsets;
}

/** Runs of numbers: the first one and how many, then an offset for each. */
function addDirectory(data: Buffer, offsets: Map<number, number>): void {
  let at = 0;
  while (at + 4 <= data.length) {
    const head = data.readUInt32LE(at);
    const first = head & 0xf_ffff;
    const count = head >>> 20;
    at += 4;
    for (let index = 0; index < count && at + 4 <= data.length; index++, at += 4) {
      if (!offsets.has(first + index)) offsets.set(first + index, data.readUInt32LE(at));
    }
  }
}
