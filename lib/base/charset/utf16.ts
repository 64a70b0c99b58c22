export type Utf16 = 'utf-16le' | 'utf-16be';

/** Bytes that are looked at. */
const mostRead = 8_192;

/** The byte order of bytes that begin with the byte order mark of UTF-16, or that are UTF-16 without it. */
export function utf16Of(body: Uint8Array): Utf16 | undefined {
  const [first, second] = body;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return unmarkedUtf16(body);
}

/** UTF-16 without a byte order mark: text of one byte a character has no zeros. */
export function unmarkedUtf16(body: Uint8Array): Utf16 | undefined {
  const end = Math.min(body.length, mostRead) & ~1;
  const zeros = [0, 0];
  for (let at = 0; at < end; at++) if (body[at] === 0) zeros[at & 1] = (zeros[at & 1] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  // Line feeds and spaces alone make these many, in scripts that have no others.
  if (Math.max(even, odd) * 100 <= end || Math.min(even, odd) * 4 > Math.max(even, odd)) return undefined;
  return even > odd ? 'utf-16be' : 'utf-16le';
}
