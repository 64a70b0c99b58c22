import { Buffer } from 'node:buffer';
import { crc32 } from 'node:zlib';

/** A file of an archive, as the directory at its end has it. */
export interface StoredZipEntry {
  readonly name: string;
  readonly bytes: number;
  readonly crc: number;
  /** Where its header stands. */
  readonly offset: number;
}

const [most16, most32] = [0xffff, 0xffff_ffff];
/** Names are UTF-8. */
const flags = 0x0800;
/** 1980-01-01: an archive of the same files has the same bytes. */
const [time, date] = [0, 0x21];
const [plainVersion, largeVersion] = [20, 45];

/** A ZIP archive whose files are stored as they are; with ZIP64 where it is large. */
export class StoredZip {
  readonly #entries: StoredZipEntry[];
  #size: number;

  /** @param entries of an archive that is carried on, and its size so far */
  constructor(entries: readonly StoredZipEntry[] = [], size = 0) {
    this.#entries = [...entries];
    this.#size = size;
  }

  get entries(): readonly StoredZipEntry[] {
    return this.#entries;
  }

  get size(): number {
    return this.#size;
  }

  /** The bytes of a file of less than 4 GB, with its header. */
  add(name: string, content: readonly Uint8Array[]): readonly Uint8Array[] {
    const bytes = content.reduce((sum, part) => sum + part.length, 0);
    const crc = content.reduce((sum, part) => crc32(part, sum), 0);
    return [...this.begin(name, { bytes, crc }), ...content];
  }

  /** The header of a file whose bytes come behind it. */
  begin(name: string, { bytes, crc }: Pick<StoredZipEntry, 'bytes' | 'crc'>): readonly Uint8Array[] {
    const named = Buffer.from(name);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x0403_4b50, 0);
    writeCommon(head, 4, { bytes, crc, version: plainVersion, nameLength: named.length });
    this.#entries.push({ name, bytes, crc, offset: this.#size });
    this.#size += head.length + named.length + bytes;
    return [head, named];
  }

  /** The directory at the end. */
  *end(): Generator<Uint8Array> {
    const start = this.#size;
    for (const entry of this.#entries) {
      const bytes = directoryEntry(entry);
      this.#size += bytes.length;
      yield bytes;
    }
    yield endOf({ count: this.#entries.length, start, length: this.#size - start });
  }
}

interface Common {
  readonly version: number;
  readonly bytes: number;
  readonly crc: number;
  readonly nameLength: number;
}

/** What headers and the directory say of a file in the same words. */
function writeCommon(into: Buffer, at: number, { version, bytes, crc, nameLength }: Common): void {
  into.writeUInt16LE(version, at);
  into.writeUInt16LE(flags, at + 2);
  into.writeUInt16LE(time, at + 6);
  into.writeUInt16LE(date, at + 8);
  into.writeUInt32LE(crc, at + 10);
  into.writeUInt32LE(bytes, at + 14);
  into.writeUInt32LE(bytes, at + 18);
  into.writeUInt16LE(nameLength, at + 22);
}

function directoryEntry({ name, bytes, crc, offset }: StoredZipEntry): Buffer {
  const named = Buffer.from(name);
  const isFar = offset >= most32;
  const extra = Buffer.alloc(isFar ? 12 : 0);
  if (isFar) {
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(8, 2);
    extra.writeBigUInt64LE(BigInt(offset), 4);
  }
  const head = Buffer.alloc(46);
  const version = isFar ? largeVersion : plainVersion;
  head.writeUInt32LE(0x0201_4b50, 0);
  head.writeUInt16LE(version, 4);
  writeCommon(head, 6, { bytes, crc, version, nameLength: named.length });
  head.writeUInt16LE(extra.length, 30);
  head.writeUInt32LE(isFar ? most32 : offset, 42);
  return Buffer.concat([head, named, extra]);
}

function endOf(directory: {
  readonly count: number;
  readonly start: number;
  readonly length: number;
}): Buffer {
  const { count, start, length } = directory;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(Math.min(count, most16), 8);
  end.writeUInt16LE(Math.min(count, most16), 10);
  end.writeUInt32LE(Math.min(length, most32), 12);
  end.writeUInt32LE(Math.min(start, most32), 16);
  if (count < most16 && start < most32 && length < most32) return end;
  const large = Buffer.alloc(56);
  large.writeUInt32LE(0x0606_4b50, 0);
  large.writeBigUInt64LE(44n, 4);
  large.writeUInt16LE(largeVersion, 12);
  large.writeUInt16LE(largeVersion, 14);
  large.writeBigUInt64LE(BigInt(count), 24);
  large.writeBigUInt64LE(BigInt(count), 32);
  large.writeBigUInt64LE(BigInt(length), 40);
  large.writeBigUInt64LE(BigInt(start), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x0706_4b50, 0);
  locator.writeBigUInt64LE(BigInt(start + length), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([large, locator, end]);
}
