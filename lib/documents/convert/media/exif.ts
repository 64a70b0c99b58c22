/** Tags of text (Exif 2.32 §4.6), and the names that pages give these. */
const tags: Readonly<Record<number, string>> = {
  270: 'description',
  315: 'author',
  33432: 'rights',
  36867: 'date',
  306: 'modified',
  37510: 'comment',
  // What Windows writes, in UTF-16.
  40091: 'title',
  40092: 'comment',
  40093: 'author',
  40094: 'keywords',
  40095: 'subject',
};

const exifDirectory = 34665;
const wideFrom = 40091;

/** Entries of a directory that are looked at. */
const maxEntries = 500;

/** The text tags of a TIFF structure, which Exif is too. */
export function readExif(bytes: Buffer): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  const order = bytes.toString('latin1', 0, 2);
  if (order !== 'II' && order !== 'MM') return found;
  const little = order === 'II';
  const u16 = (at: number): number =>
    at + 2 > bytes.length ? 0 : little ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at);
  const u32 = (at: number): number =>
    at + 4 > bytes.length ? 0 : little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
  // Of a tag that comes again the first counts.
  const seen = new Set<number>();
  const queue = [u32(4)];
  for (const directory of queue) {
    const count = Math.min(maxEntries, u16(directory));
    for (let index = 0; index < count; index++) {
      const at = directory + 2 + index * 12;
      const tag = u16(at);
      const length = u32(at + 4);
      if (tag === exifDirectory && queue.length < 3) queue.push(u32(at + 8));
      const name = tags[tag];
      if (name === undefined || seen.has(tag)) continue;
      seen.add(tag);
      const start = length <= 4 ? at + 8 : u32(at + 8);
      const text = textAt(bytes, start, Math.min(length, 10_000), tag);
      if (text !== '') found[name] ??= text;
    }
  }
  return found;
}

function textAt(bytes: Buffer, start: number, length: number, tag: number): string {
  const raw = bytes.subarray(start, start + length);
  if (tag >= wideFrom) return clean(raw.toString('utf16le'));
  if (tag !== 37510) return clean(raw.toString('utf8'));
  // A comment begins with eight bytes that name its encoding.
  const code = raw.toString('latin1', 0, 7);
  return clean(code === 'UNICODE' ? raw.toString('utf16le', 8) : raw.toString('utf8', 8));
}

function clean(text: string): string {
  return text.replace(/\0[\s\S]*$/, '').trim();
}
