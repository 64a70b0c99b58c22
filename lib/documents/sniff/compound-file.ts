/** A stream or storage of a compound file. */
export interface CompoundEntry {
  readonly name: string;
  readonly kind: 'storage' | 'stream';
  /** Index of the storage that it lies in; undefined: it is the root. */
  readonly parent: number | undefined;
  readonly size: number;
  readonly start: number;
}

/** An OLE compound file (MS-CFB). Each sector is part of one chain at most, so that all that is read of a file is no larger than it. */
export interface CompoundFile {
  readonly entries: ReadonlyMap<number, CompoundEntry>;
  /** The bytes of a stream, those that are there. */
  read(entry: CompoundEntry): Buffer;
}

const lastRegular = 0xffff_fffa;
/** Entries that are looked at. */
const maxEntries = 20_000;
/** Small sectors have 64 bytes (§2.2); of smaller ones a file would have more than can be gathered. */
const leastShift = 6;

/** @returns undefined: it is no compound file */
export function openCompoundFile(body: Uint8Array): CompoundFile | undefined {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (bytes.length < 512 || bytes.readUInt32LE(0) !== 0xe011cfd0) return undefined;
  const shift = bytes.readUInt16LE(30);
  const miniShift = bytes.readUInt16LE(32);
  if ((shift !== 9 && shift !== 12) || miniShift < leastShift || miniShift > shift) return undefined;
  const sector = 1 << shift;
  const chained = chainReader(bytes.subarray(sector), readFat(bytes, sector), shift);
  const directory = chained(bytes.readUInt32LE(48), maxEntries * 128);
  const entries = readEntries(directory);
  const root = entries.get(0);
  const miniFat = toTable(chained(bytes.readUInt32LE(60), bytes.readUInt32LE(64) * sector));
  const cutoff = bytes.readUInt32LE(56);
  let small: ChainReader | undefined;
  const known = new Map<CompoundEntry, Buffer>();
  const read = ({ start, size }: CompoundEntry): Buffer => {
    if (size >= cutoff || root === undefined) return chained(start, size);
    small ??= chainReader(chained(root.start, root.size), miniFat, miniShift);
    return small(start, size);
  };
  return {
    entries,
    read(entry) {
      const bytes = known.get(entry) ?? read(entry);
      known.set(entry, bytes);
      return bytes;
    },
  };
}

/** Sector numbers that follow each sector: the sectors that hold the table are listed in the header and in a chain (§2.5). */
function readFat(bytes: Buffer, sector: number): Uint32Array {
  const sectors: number[] = [];
  const sectorCount = Math.ceil(bytes.length / sector);
  const list = (from: number, to: number): void => {
    for (let at = from; at < to && sectors.length < sectorCount; at += 4) {
      const number = bytes.readUInt32LE(at);
      if (number < sectorCount) sectors.push(number);
    }
  };
  list(76, 512);
  let next = bytes.readUInt32LE(68);
  for (let steps = 0; next < lastRegular && steps < sectorCount; steps++) {
    const at = (next + 1) * sector;
    if (at + sector > bytes.length) break;
    list(at, at + sector - 4);
    next = bytes.readUInt32LE(at + sector - 4);
  }
  return toTable(
    Buffer.concat(sectors.map((number) => bytes.subarray((number + 1) * sector, (number + 2) * sector))),
  );
}

function toTable(bytes: Buffer): Uint32Array {
  const table = new Uint32Array(bytes.length >> 2);
  for (let at = 0; at < table.length; at++) table[at] = bytes.readUInt32LE(at * 4);
  return table;
}

/** Reads so many bytes of the chain that begins at a sector. */
type ChainReader = (start: number, size: number) => Buffer;

/** Gives each sector away once: a chain that comes to a sector that it, or another chain, has passed ends there. */
function chainReader(bytes: Buffer, table: Uint32Array, shift: number): ChainReader {
  const isTaken = new Uint8Array(Math.ceil(bytes.length / 2 ** shift));
  return (start, size) => {
    const parts: Buffer[] = [];
    let length = 0;
    for (
      let sector: number | undefined = start;
      sector !== undefined && isTaken[sector] === 0 && length < size;
      sector = table[sector]
    ) {
      isTaken[sector] = 1;
      const part = bytes.subarray(sector * 2 ** shift, (sector + 1) * 2 ** shift);
      parts.push(part);
      length += part.length;
    }
    return Buffer.concat(parts).subarray(0, size);
  };
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
