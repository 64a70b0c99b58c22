/** How many bytes decide (WHATWG MIME Sniffing §5: the resource header). */
const headerBytes = 1_445;

/** Tags that make unlabelled bytes HTML, each to be followed by a space or `>` (§7.1). */
const htmlStart =
  /^[\t\n\f\r ]*<(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|!--)(?:[ >]|(?<=!--))/i;

const byteOrderMarks = ['\xfe\xff', '\xff\xfe', '\xef\xbb\xbf'];

/** What files of a type begin with, as Latin-1. */
const signatures: readonly (readonly [string, string])[] = [
  ['<?xml', 'text/xml'],
  ['%PDF-', 'application/pdf'],
  ['%!PS-Adobe-', 'application/postscript'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['PK\x03\x04', 'application/zip'],
  ['\x1f\x8b\x08', 'application/x-gzip'],
];

/**
 * The media type that bytes look like: the rules of WHATWG MIME Sniffing §7.1 for a resource of unknown type,
 * and of §7.2 for `text-or-binary`, which only ever answers `text/plain` or `application/octet-stream`.
 */
export function sniffMediaType(body: Uint8Array, rules: 'unknown' | 'text-or-binary' = 'unknown'): string {
  const bytes = body.subarray(0, headerBytes);
  const header = Buffer.from(bytes).toString('latin1');
  if (rules === 'unknown') {
    if (htmlStart.test(header)) return 'text/html';
    const start = header.trimStart();
    for (const [prefix, type] of signatures) {
      if ((type === 'text/xml' ? start : header).startsWith(prefix)) return type;
    }
  }
  if (byteOrderMarks.some((mark) => header.startsWith(mark))) return 'text/plain';
  return bytes.some(isBinary) ? 'application/octet-stream' : 'text/plain';
}

/** A binary data byte (§3): a control character that does not occur in text. */
function isBinary(byte: number): boolean {
  return byte <= 0x08 || byte === 0x0b || (byte >= 0x0e && byte <= 0x1a) || (byte >= 0x1c && byte <= 0x1f);
}
