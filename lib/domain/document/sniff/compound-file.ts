/** A stream or storage of a compound file. */
export interface CompoundEntry {
  readonly name: string;
  readonly kind: 'storage' | 'stream';
  /** Index of the storage that it lies in; undefined: it is the root. */
  readonly parent: number | undefined;
  readonly size: number;
  readonly start: number;
}

/** An OLE compound file (MS-CFB), read without following a chain twice. */
export interface CompoundFile {
  readonly entries: ReadonlyMap<number, CompoundEntry>;
  /** The bytes of a stream, those that are there. */
  read(entry: CompoundEntry): Buffer;
}

const none = 0xffff_ffff;
const lastRegular = 0xffff_fffa;
/** Entries that are looked at. */
const maxEntries = 20_000;

/** @returns undefined: it is no compound file */
export function openCompoundFile(body: Uint8Array): CompoundFile | undefined {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (bytes.length < 512 || bytes.readUInt32LE(0) !== 0xe011cfd0) return undefined;
  const shift = bytes.readUInt16LE(30);
  const miniShift = bytes.readUInt16LE(32);
  if ((shift !== 9 && shift !== 12) || miniShift > shift) return undefined;
  const sector = 1 << shift;
  const fat = readFat(bytes, sector);
  const chained = (start: number, size: number): Buffer =>
    follow(bytes, fat, { start, size, shift, offset: sector });
  const directory = chained(bytes.readUInt32LE(48), maxEntries * 128);
  const entries = readEntries(directory);
  const root = entries.get(0);
  const miniFat = toTable(chained(bytes.readUInt32LE(60), bytes.readUInt32LE(64) * sector));
  const cutoff = bytes.readUInt32LE(56);
  let mini: Buffer | undefined;
  return {
    entries,
    read({ start, size }) {
      if (size >= cutoff || root === undefined) return chained(start, size);
      mini ??= chained(root.start, root.size);
      return follow(mini, miniFat, { start, size, shift: miniShift, offset: 0 });
    },
  };
}

/** Sector numbers that follow each sector: the sectors that hold the table are listed in the header and in a chain (§2.5). */
function readFat(bytes: Buffer, sector: number): Uint32Array {
  const sectors: number[] = [];
  const sectorCount = Math.ceil(bytes.length / sector);
  for (let at = 76; at < 512; at += 4) sectors.push(bytes.readUInt32LE(at));
  let next = bytes.readUInt32LE(68);
  for (let steps = 0; next < lastRegular && steps < sectorCount; steps++) {
    const at = (next + 1) * sector;
    if (at + sector > bytes.length) break;
    for (let offset = 0; offset < sector - 4; offset += 4) sectors.push(bytes.readUInt32LE(at + offset));
    next = bytes.readUInt32LE(at + sector - 4);
  }
  const parts = sectors
    .filter((number) => number < sectorCount)
    .slice(0, sectorCount)
    .map((number) => bytes.subarray((number + 1) * sector, (number + 2) * sector));
  return toTable(Buffer.concat(parts));
}

function toTable(bytes: Buffer): Uint32Array {
  const table = new Uint32Array(bytes.length >> 2);
  for (let at = 0; at < table.length; at++) table[at] = bytes.readUInt32LE(at * 4);
  return table;
}

interface Chain {
  readonly start: number;
  readonly size: number;
  readonly shift: number;
  /** Where sector 0 begins. */
  readonly offset: number;
}

function follow(bytes: Buffer, table: Uint32Array, { start, size, shift, offset }: Chain): Buffer {
  const parts: Buffer[] = [];
  let length = 0;
  let sector = start;
  for (let steps = 0; sector < lastRegular && length < size && steps <= table.length; steps++) {
    const at = offset + sector * 2 ** shift;
    const part = bytes.subarray(at, at + 2 ** shift);
    if (part.length === 0) break;
    parts.push(part);
    length += part.length;
    sector = table[sector] ?? none;
  }
  return Buffer.concat(parts).subarray(0, size);
}

function readEntries(directory: Buffer): ReadonlyMap<number, CompoundEntry> {
  const count = Math.min(directory.length >> 7, maxEntries);
  const entries = new Map<number, CompoundEntry>();
  // Each storage's entries are a tree of siblings (§2.6.4); one that is reached twice is passed over.
  const open: { readonly index: number; readonly parent: number | undefined }[] = [
    { index: 0, parent: undefined },
  ];
  while (open.length > 0) {
    const { index, parent } = open.pop() as (typeof open)[number];
    if (index >= count || entries.has(index)) continue;
    const at = index * 128;
    const kind = directory[at + 66];
    const nameBytes = Math.min(directory.readUInt16LE(at + 64), 64);
    entries.set(index, {
      name: directory.toString('utf16le', at, at + Math.max(0, nameBytes - 2)),
      kind: kind === 2 ? 'stream' : 'storage',
      parent,
      size: directory.readUInt32LE(at + 120),
      start: directory.readUInt32LE(at + 116),
    });
    if (index !== 0) {
      open.push(
        { index: directory.readUInt32LE(at + 68), parent },
        { index: directory.readUInt32LE(at + 72), parent },
      );
    }
    if (kind !== 2) open.push({ index: directory.readUInt32LE(at + 76), parent: index });
  }
  return entries;
}

/** The stream of a name in the root storage. */
export function rootStream(file: CompoundFile, name: string): CompoundEntry | undefined {
  for (const entry of file.entries.values()) {
    if (entry.parent === 0 && entry.kind === 'stream' && entry.name.toLowerCase() === name.toLowerCase())
      return entry;
  }
  return undefined;
}
