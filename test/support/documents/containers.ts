import { crc32 } from 'node:zlib';

export interface ZipOptions {
  /** Absent: parts are stored. */
  readonly deflate?: (bytes: Uint8Array) => Uint8Array;
  /** What each part says it has unpacked; absent: the truth. */
  readonly size?: number;
}

/** A ZIP archive of these parts. */
export function zipOf(
  parts: Readonly<Record<string, string | Uint8Array>>,
  { deflate, size }: ZipOptions = {},
): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(parts)) {
    const bytes = Buffer.from(content as Uint8Array);
    const packed = deflate === undefined ? bytes : Buffer.from(deflate(bytes));
    const named = Buffer.from(name);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(0x800, 2);
    fields.writeUInt16LE(deflate === undefined ? 0 : 8, 4);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(size ?? bytes.length, 18);
    fields.writeUInt16LE(named.length, 22);
    locals.push(Buffer.from('PK\x03\x04', 'latin1'), fields, named, packed);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, rest, named);
    offset += 30 + named.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(Object.keys(parts).length, 8);
  end.writeUInt16LE(Object.keys(parts).length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, listed, end]);
}

/** Streams by their names, and storages with what is in them. */
export interface CompoundParts {
  readonly [name: string]: string | Uint8Array | CompoundParts;
}

interface NamedPart {
  readonly name: string;
  /** Absent: a storage. */
  readonly bytes?: Buffer;
  /** Numbers of the next one in its storage, and of the first one in it. */
  right: number;
  child: number;
}

const noPart = 0xffffffff;

/** All parts in the order of their numbers, from 1 on; those of a storage are a list of right siblings. */
function flatParts(parts: CompoundParts, all: NamedPart[] = []): NamedPart[] {
  let before: NamedPart | undefined;
  for (const [name, content] of Object.entries(parts)) {
    const isStream = typeof content === 'string' || content instanceof Uint8Array;
    const part: NamedPart = {
      name,
      right: noPart,
      child: noPart,
      ...(isStream ? { bytes: Buffer.from(content as Uint8Array) } : {}),
    };
    all.push(part);
    if (before !== undefined) before.right = all.length;
    before = part;
    if (isStream) continue;
    if (Object.keys(content).length > 0) part.child = all.length + 1;
    flatParts(content as CompoundParts, all);
  }
  return all;
}

/** An OLE compound file with these streams and storages, each stream in sectors of its own (no mini stream). */
export function compoundFile(streams: CompoundParts): Buffer {
  const sector = 512;
  const named = flatParts(streams);
  const directorySectors = Math.ceil(((named.length + 1) * 128) / sector);
  const sectorsOf = (bytes: Buffer): number => Math.max(1, Math.ceil(bytes.length / sector));
  const used = named.reduce(
    (sum, { bytes }) => sum + (bytes === undefined ? 0 : sectorsOf(bytes)),
    directorySectors,
  );
  // Each sector of the table stands for 128 sectors, and for one of its own.
  const tableSectors = Math.ceil(used / (sector / 4 - 1));
  const fat: number[] = Array.from({ length: tableSectors }, () => 0xfffffffd);
  const chain = (count: number): number => {
    const start = fat.length;
    for (let at = 1; at <= count; at++) fat.push(at === count ? 0xfffffffe : start + at);
    return start;
  };
  const directoryStart = chain(directorySectors);
  const directory = Buffer.alloc(directorySectors * sector);
  const entry = (
    at: number,
    name: string,
    kind: number,
    links: readonly number[],
    start: number,
    size: number,
  ): void => {
    directory.write(name, at * 128, 'utf16le');
    directory.writeUInt16LE((name.length + 1) * 2, at * 128 + 64);
    directory[at * 128 + 66] = kind;
    for (const [index, link] of links.entries()) directory.writeUInt32LE(link, at * 128 + 68 + index * 4);
    directory.writeUInt32LE(start, at * 128 + 116);
    directory.writeUInt32LE(size, at * 128 + 120);
  };
  entry(0, 'Root Entry', 5, [0xffffffff, 0xffffffff, named.length === 0 ? 0xffffffff : 1], 0xfffffffe, 0);
  const data: Buffer[] = [];
  for (const [index, { name, bytes, right, child }] of named.entries()) {
    if (bytes === undefined) {
      entry(index + 1, name, 1, [noPart, right, child], 0, 0);
      continue;
    }
    const padded = Buffer.alloc(sectorsOf(bytes) * sector);
    bytes.copy(padded);
    data.push(padded);
    entry(index + 1, name, 2, [noPart, right, noPart], chain(padded.length / sector), bytes.length);
  }
  const table = Buffer.alloc(tableSectors * sector, 0xff);
  for (const [at, next] of fat.entries()) table.writeUInt32LE(next, at * 4);
  const header = Buffer.alloc(sector);
  header.write('d0cf11e0a1b11ae1', 'hex');
  header.writeUInt16LE(0x3e, 24);
  header.writeUInt16LE(3, 26);
  header.writeUInt16LE(0xfffe, 28);
  header.writeUInt16LE(9, 30);
  header.writeUInt16LE(6, 32);
  header.writeUInt32LE(tableSectors, 44);
  header.writeUInt32LE(directoryStart, 48);
  header.writeUInt32LE(0, 56);
  header.writeUInt32LE(0xfffffffe, 60);
  header.writeUInt32LE(0xfffffffe, 68);
  header.fill(0xff, 76);
  for (let at = 0; at < tableSectors; at++) header.writeUInt32LE(at, 76 + at * 4);
  return Buffer.concat([header, table, directory, ...data]);
}

/**
 * An OLE file whose tables say that each of its sectors is followed by one and the same, and that each sector of the table is one and
 * the same.
 */
export function loopingFile(bytes: number): Buffer {
  const sector = 4_096;
  const none = 0xffff_ffff;
  const body = Buffer.alloc(Math.floor(bytes / sector) * sector);
  body.write('d0cf11e0a1b11ae1', 'hex');
  body.writeUInt16LE(4, 26);
  body.writeUInt16LE(12, 30);
  body.writeUInt16LE(6, 32);
  // Directory, small streams, their table, and the list of the tables' sectors.
  for (const [at, number] of [
    [48, 0],
    [56, 4_096],
    [60, 1],
    [64, none],
    [68, 3],
  ] as const)
    body.writeUInt32LE(number, at);
  for (let at = 76; at < 512; at += 4) body.writeUInt32LE(2, at);
  const [directory, table, list] = [sector, 3 * sector, 4 * sector];
  body.writeUInt16LE(22, directory + 64);
  body[directory + 66] = 5;
  for (let at = 68; at < 80; at += 4) body.writeUInt32LE(none, directory + at);
  for (let at = 0; at < sector; at += 4) {
    body.writeUInt32LE(at === 0 ? 0xffff_fffe : 1, table + at);
    body.writeUInt32LE(at === sector - 4 ? 3 : 2, list + at);
  }
  return body;
}
