/** A part of a ZIP archive. */
export interface ZipEntry {
  readonly name: string;
  /** 0: stored, 8: deflated; others are not read. */
  readonly method: number;
  readonly encrypted: boolean;
  /** Where its data begins in the archive. */
  readonly start: number;
  /** Bytes of its data as they are stored. */
  readonly packedSize: number;
  /** Bytes that it says it has unpacked. */
  readonly size: number;
}

export interface ZipDirectory {
  readonly entries: readonly ZipEntry[];
  /** It says that it has more than were listed. */
  readonly more: boolean;
  /** The directory at its end is missing or damaged: the parts were found one after the other. */
  readonly damaged: boolean;
}

const localHeader = 0x04034b50;
const directoryHeader = 0x02014b50;
const endOfDirectory = 0x06054b50;
/** 22 bytes and a comment of up to 65,535. */
const endBytes = 65_557;

/** The parts of a ZIP archive (APPNOTE 6.3): as its directory has them, else one after the other from its start. */
export function readZipDirectory(body: Uint8Array, maxEntries: number): ZipDirectory {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return fromDirectory(bytes, maxEntries) ?? fromLocalHeaders(bytes, maxEntries);
}

function fromDirectory(bytes: Buffer, maxEntries: number): ZipDirectory | undefined {
  const end = findEnd(bytes);
  if (end < 0) return undefined;
  const count = bytes.readUInt16LE(end + 10);
  // Bytes before the archive move everything: the directory ends where its end record begins.
  const size = bytes.readUInt32LE(end + 12);
  const said = bytes.readUInt32LE(end + 16);
  const shift = size <= end ? end - size - said : 0;
  const begin = shift > 0 && signatureAt(bytes, said + shift) === directoryHeader ? said + shift : said;
  const entries: ZipEntry[] = [];
  let at = begin;
  while (signatureAt(bytes, at) === directoryHeader && at + 46 <= bytes.length) {
    if (entries.length >= maxEntries) return { entries, more: true, damaged: false };
    const nameLength = bytes.readUInt16LE(at + 28);
    const next = at + 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    const local = bytes.readUInt32LE(at + 42) + (begin === said ? 0 : shift);
    const start = dataStart(bytes, local);
    if (start !== undefined) {
      const flags = bytes.readUInt16LE(at + 8);
      entries.push({
        name: nameIn(bytes, at + 46, nameLength, flags),
        method: bytes.readUInt16LE(at + 10),
        encrypted: (flags & 1) !== 0,
        start,
        packedSize: bytes.readUInt32LE(at + 20),
        size: bytes.readUInt32LE(at + 24),
      });
    }
    at = next;
  }
  return entries.length === 0 && count > 0 ? undefined : { entries, more: false, damaged: false };
}

function findEnd(bytes: Buffer): number {
  const from = Math.max(0, bytes.length - endBytes);
  for (let at = bytes.length - 22; at >= from; at--) {
    if (bytes.readUInt32LE(at) === endOfDirectory) return at;
  }
  return -1;
}

function signatureAt(bytes: Buffer, at: number): number {
  return at >= 0 && at + 4 <= bytes.length ? bytes.readUInt32LE(at) : 0;
}

/** Behind a local header; undefined where there is none. */
function dataStart(bytes: Buffer, at: number): number | undefined {
  if (signatureAt(bytes, at) !== localHeader || at + 30 > bytes.length) return undefined;
  return at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
}

function fromLocalHeaders(bytes: Buffer, maxEntries: number): ZipDirectory {
  const entries: ZipEntry[] = [];
  const magic = Buffer.from('PK\x03\x04', 'latin1');
  let at = bytes.indexOf(magic);
  while (at >= 0) {
    if (entries.length >= maxEntries) return { entries, more: true, damaged: true };
    const start = dataStart(bytes, at);
    if (start === undefined) break;
    const flags = bytes.readUInt16LE(at + 6);
    const said = bytes.readUInt32LE(at + 18);
    // Without its size, a part reaches to the next one.
    const next = said > 0 ? bytes.indexOf(magic, start + said) : bytes.indexOf(magic, start);
    entries.push({
      name: nameIn(bytes, at + 30, bytes.readUInt16LE(at + 26), flags),
      method: bytes.readUInt16LE(at + 8),
      encrypted: (flags & 1) !== 0,
      start,
      packedSize: said > 0 ? said : (next < 0 ? bytes.length : next) - start,
      size: bytes.readUInt32LE(at + 22),
    });
    at = next;
  }
  return { entries, more: false, damaged: true };
}

/** Writers that set no flag for UTF-8 write ASCII, or some code page that nobody names. */
function nameIn(bytes: Buffer, at: number, length: number, flags: number): string {
  const utf8 = (flags & 0x800) !== 0;
  return bytes.toString(utf8 ? 'utf8' : 'latin1', at, at + length).replaceAll('\\', '/');
}
