/** A record of a BIFF stream (MS-XLS §2.1.4), without its head. */
export interface BiffRecord {
  readonly type: number;
  readonly data: Buffer;
}

/** Records that begin a substream, by the version of Excel that has them (OpenOffice's 'Excel File Format', §5.8). */
const beginnings: readonly (readonly [type: number, version: number])[] = [
  [0x009, 2],
  [0x209, 3],
  [0x409, 4],
  [0x809, 5],
];

/** The version of the records of a stream, as its first one tells; undefined: it is none of Excel. */
export function biffVersion(stream: Buffer): number | undefined {
  const first = stream.length < 8 ? undefined : stream.readUInt16LE(0);
  return beginnings.find(([type]) => type === first)?.[1];
}

export function isBeginning(type: number): boolean {
  return beginnings.some(([one]) => one === type);
}

/** Bytes before the value of a cell: row, column, and what it looks like in three bytes (Excel 2) or in two. */
const oldHead = 7;

/** Records of Excel 2 that are cells, and what they are since. */
const cells: Readonly<Record<number, number>> = { 2: 0x203, 3: 0x203, 4: 0x204, 5: 0x205, 6: 0x06 };

/** A record of Excel 2 to 4 as Excel 5 has it, as far as cells go. */
export function modernRecord(record: BiffRecord, version: number): BiffRecord {
  const { type, data } = record;
  // Formulas of Excel 3 and 4.
  if (version < 5 && (type === 0x206 || type === 0x406)) return { type: 0x06, data };
  if (version !== 2) return record;
  if (type === 0x07) return { type: 0x207, data: widened(data, 0) };
  const modern = cells[type];
  if (modern === undefined || data.length <= oldHead) return record;
  // Of what it looks like the format of its number is left.
  const head = Buffer.from([...data.subarray(0, 4), (data[5] ?? 0) & 0x3f, 0]);
  const rest = type === 0x04 ? widened(data, oldHead) : type === 0x02 ? whole(data) : data.subarray(oldHead);
  return { type: modern, data: Buffer.concat([head, rest]) };
}

/** A string whose count is one byte, with two. */
function widened(data: Buffer, at: number): Buffer {
  return Buffer.concat([Buffer.from([data[at] ?? 0, 0]), data.subarray(at + 1)]);
}

/** A whole number as any other. */
function whole(data: Buffer): Buffer {
  const value = Buffer.alloc(8);
  value.writeDoubleLE(data.length < oldHead + 2 ? 0 : data.readUInt16LE(oldHead));
  return value;
}
