import { inflateSync } from 'node:zlib';
import { fewGuesses } from '../../charset/charset.ts';
import { readExif } from './exif.ts';
import { readIptc } from './iptc.ts';

/** What a picture says of itself, by the names that pages use. */
export type ImageText = Readonly<Record<string, string>>;

/** Segments and chunks that are looked at, those with a text of a known keyword among them, and bytes of one unpacked. */
const maxBlocks = 2_000;
const maxTexts = 20;
const maxUnpacked = 1_000_000;

/** Exif and IPTC of a JPEG (its application segments), texts of a PNG, tags of a TIFF. */
export function readBlocks(bytes: Buffer): ImageText {
  if (bytes.readUInt16BE(0) === 0xffd8) return readSegments(bytes);
  if (bytes.toString('latin1', 1, 4) === 'PNG') return readChunks(bytes);
  return readExif(bytes);
}

function readSegments(bytes: Buffer): ImageText {
  let found: ImageText = {};
  const guess = fewGuesses();
  let hasExif = false;
  let at = 2;
  for (let count = 0; at + 4 <= bytes.length && bytes[at] === 0xff && count < maxBlocks; count++) {
    const marker = bytes[at + 1] ?? 0;
    // The pixels begin.
    if (marker === 0xda) break;
    const segment = bytes.subarray(at + 4, at + 2 + bytes.readUInt16BE(at + 2));
    if (marker === 0xe1 && !hasExif && segment.toString('latin1', 0, 6) === 'Exif\0\0') {
      found = { ...readExif(segment.subarray(6)), ...found };
      hasExif = true;
    } else if (marker === 0xed) found = { ...readIptc(segment, guess), ...found };
    else if (marker === 0xfe) found = { comment: segment.toString('utf8').trim(), ...found };
    at += 2 + Math.max(2, bytes.readUInt16BE(at + 2));
  }
  return found;
}

const keywords: ReadonlyMap<string, string> = new Map([
  ['Title', 'title'],
  ['Author', 'author'],
  ['Description', 'description'],
  ['Copyright', 'rights'],
  ['Creation Time', 'date'],
  ['Comment', 'comment'],
]);

/** Chunks `tEXt`, `zTXt` and `iTXt` (PNG 3rd edition §11.3.3), and one `eXIf`. */
function readChunks(bytes: Buffer): ImageText {
  const found: Record<string, string> = {};
  let hasExif = false;
  let texts = 0;
  let at = 8;
  for (let count = 0; at + 12 <= bytes.length && count < maxBlocks; count++) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const data = bytes.subarray(at + 8, at + 8 + length);
    const end = data.indexOf(0);
    const name = end < 0 ? undefined : keywords.get(data.toString('latin1', 0, end));
    if (name !== undefined && found[name] === undefined && texts < maxTexts) {
      texts += 1;
      const text = chunkText(type, data.subarray(end + 1));
      if (text !== '') found[name] = text;
    } else if (type === 'eXIf' && !hasExif) {
      Object.assign(found, readExif(data));
      hasExif = true;
    }
    at += 12 + length;
  }
  return found;
}

function chunkText(type: string, data: Buffer): string {
  if (type === 'tEXt') return data.toString('latin1').trim();
  if (type === 'zTXt') return inflated(data.subarray(1)).toString('latin1').trim();
  if (type !== 'iTXt') return '';
  const isPacked = data[0] === 1;
  const language = data.indexOf(0, 2);
  const translated = language < 0 ? -1 : data.indexOf(0, language + 1);
  if (translated < 0) return '';
  const text = data.subarray(translated + 1);
  return (isPacked ? inflated(text) : text).toString('utf8').trim();
}

function inflated(packed: Buffer): Buffer {
  try {
    return inflateSync(packed, { maxOutputLength: maxUnpacked });
  } catch {
    return Buffer.alloc(0);
  }
}
