import { crc32 } from 'node:zlib';

/** The files of a ZIP archive whose entries are stored, by the directory at its end. @throws Error where header and directory differ */
export function unzipped(archive: Uint8Array): ReadonlyMap<string, Buffer> {
  const bytes = Buffer.from(archive);
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const files = new Map<string, Buffer>();
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [crc, size, length, extra, offset] = [
      bytes.readUInt32LE(at + 16),
      bytes.readUInt32LE(at + 24),
      bytes.readUInt16LE(at + 28),
      bytes.readUInt16LE(at + 30),
      bytes.readUInt32LE(at + 42),
    ];
    const name = bytes.subarray(at + 46, at + 46 + length).toString();
    const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
    const content = bytes.subarray(start, start + size);
    const local = [
      bytes.readUInt32LE(offset),
      bytes.readUInt16LE(offset + 8),
      bytes.readUInt32LE(offset + 14),
    ];
    if (local[0] !== 0x0403_4b50 || local[1] !== 0 || local[2] !== crc || crc32(content) !== crc)
      throw new Error(`${name}: its header is not that of the directory`);
    files.set(name, content);
    at += 46 + length + extra;
  }
  return files;
}
