import { byteOrderMarks, headerOf, looksBinary } from '../../base/bytes/looks-binary.ts';

/** Whether bytes are MP4 video by its first box (WHATWG MIME Sniffing §6.2.1). */
function isMp4(body: Uint8Array): boolean {
  if (body.length < 12) return false;
  const view = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const size = view.readUInt32BE(0);
  if (size > body.length || size % 4 !== 0 || view.toString('latin1', 4, 8) !== 'ftyp') return false;
  for (let at = 8; at < Math.min(size, 1_024); at += at === 8 ? 8 : 4) {
    if (view.toString('latin1', at, at + 3) === 'mp4') return true;
  }
  return false;
}

/** Whether bytes are WebM by the document type of their EBML header (§6.2.2). */
function isWebm(body: Uint8Array): boolean {
  if (body[0] !== 0x1a) return false;
  const header = Buffer.from(body.subarray(0, 64)).toString('latin1');
  return header.startsWith('\x1aE\xdf\xa3') && /B\x82[\s\S]{1,8}?webm/.test(header.slice(4));
}

/** Tags that make unlabelled bytes HTML, each to be followed by a space or `>` (§7.1). */
const htmlStart =
  /^[\t\n\f\r ]*<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|!--)(?:[ >]|(?<=!--))/i;

const xmlStart = /^[\t\n\f\r ]*<\?xml/;

// biome-ignore-start lint/suspicious/noControlCharactersInRegex: the bytes of files.

/** Images (§6.1). */
const images: readonly (readonly [RegExp, string])[] = [
  [/^\x00\x00[\x01\x02]\x00/, 'image/x-icon'],
  [/^BM/, 'image/bmp'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^RIFF[\s\S]{4}WEBPVP/, 'image/webp'],
  [/^\x89PNG\r\n\x1a\n/, 'image/png'],
  [/^\xff\xd8\xff/, 'image/jpeg'],
  // Those that browsers do not tell, and the web has.
  [/^(?:II\*\x00|MM\x00\*)/, 'image/tiff'],
  [/^[\s\S]{4}ftypavi[fs]/, 'image/avif'],
  [/^[\s\S]{4}ftyp(?:hei[cxms]|mif1)/, 'image/heic'],
];

/** Audio and video (§6.2), but for MP4 and WebM. */
const media: readonly (readonly [RegExp, string])[] = [
  [/^FORM[\s\S]{4}AIFF/, 'audio/aiff'],
  [/^ID3/, 'audio/mpeg'],
  [/^OggS\x00/, 'application/ogg'],
  [/^MThd\x00\x00\x00\x06/, 'audio/midi'],
  [/^RIFF[\s\S]{4}AVI /, 'video/avi'],
  [/^RIFF[\s\S]{4}WAVE/, 'audio/wave'],
];

/** Fonts (§6.3) and archives (§6.4), with archives that the standard does not name. */
const packed: readonly (readonly [RegExp, string])[] = [
  [/^[\s\S]{34}LP/, 'application/vnd.ms-fontobject'],
  [/^\x00\x01\x00\x00/, 'font/ttf'],
  [/^OTTO/, 'font/otf'],
  [/^ttcf/, 'font/collection'],
  [/^wOFF/, 'font/woff'],
  [/^wOF2/, 'font/woff2'],
  [/^\x1f\x8b\x08/, 'application/x-gzip'],
  [/^PK\x03\x04|^PK\x05\x06/, 'application/zip'],
  [/^Rar \x1a\x07\x00|^Rar!\x1a\x07/, 'application/x-rar-compressed'],
  [/^7z\xbc\xaf\x27\x1c/, 'application/x-7z-compressed'],
  [/^[\s\S]{257}ustar/, 'application/x-tar'],
];

/** What documents begin with (§7.1, and formats of offices). */
const documents: readonly (readonly [RegExp, string])[] = [
  [/^%PDF-/, 'application/pdf'],
  [/^%!PS-Adobe-|^\xc5\xd0\xd3\xc6/, 'application/postscript'],
  [/^(?:\xef\xbb\xbf)?\s*\{\\rtf/, 'application/rtf'],
  [/^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1/, 'application/x-ole-storage'],
  [/^\xffWPC/, 'application/vnd.wordperfect'],
  // Workbooks until Excel 4, and later ones without a file around them.
  [/^\x09[\x00\x02\x04\x08][\x04\x06\x08\x10]\x00/, 'application/vnd.ms-excel'],
];

// biome-ignore-end lint/suspicious/noControlCharactersInRegex: the bytes of files.

/** Any of the above: one look instead of thirty for pages, which most bodies are. */
const signature = new RegExp(
  [...documents, ...images, ...media, ...packed].map(([{ source }]) => source).join('|'),
);

/** The type of an image, audio, video, font, archive or document by what it begins with; undefined: it is none of these. */
export function signatureType(body: Uint8Array, header = headerOf(body)): string | undefined {
  if (!signature.test(header)) return videoType(body);
  return typeIn(documents, header) ?? imageType(header) ?? mediaType(body, header) ?? typeIn(packed, header);
}

export function imageType(header: string): string | undefined {
  return typeIn(images, header);
}

export function mediaType(body: Uint8Array, header: string): string | undefined {
  return typeIn(media, header) ?? videoType(body);
}

function videoType(body: Uint8Array): string | undefined {
  return isMp4(body) ? 'video/mp4' : isWebm(body) ? 'video/webm' : undefined;
}

function typeIn(types: readonly (readonly [RegExp, string])[], header: string): string | undefined {
  return types.find(([pattern]) => pattern.test(header))?.[1];
}

/** The media type that the bytes of a resource of unknown type look like (§7.1); containers are not looked into. */
export function unknownType(body: Uint8Array): string {
  const header = headerOf(body);
  if (htmlStart.test(header)) return 'text/html';
  if (xmlStart.test(header.replace(/^\xef\xbb\xbf/, ''))) return 'text/xml';
  if (byteOrderMarks.some((mark) => header.startsWith(mark))) return 'text/plain';
  return signatureType(body, header) ?? (looksBinary(body) ? 'application/octet-stream' : 'text/plain');
}
