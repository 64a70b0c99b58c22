const triplet = /%[0-9A-Fa-f]{2}/g;
const unreserved = /[A-Za-z0-9._~-]/;
const hexDigit = /[0-9A-Fa-f]/;

/**
 * Normalises percent-encoding (RFC 3986 §6.2.2): digits in upper case, unreserved characters decoded. No other
 * character is decoded, because `%2F` and `/`, `%2B` and `+` differ in meaning. A `%` that begins no triplet stays. So
 * does a triplet whose decoded character would complete a triplet with such a `%` (`%%341` does not become `%41`): this
 * keeps the function idempotent.
 */
export function normalisePercent(text: string): string {
  if (!text.includes('%')) return text;
  return text.replace(triplet, (found, at: number) => {
    const character = String.fromCharCode(Number.parseInt(found.slice(1), 16));
    return unreserved.test(character) && !(hexDigit.test(character) && strayBefore(text, at))
      ? character
      : found.toUpperCase();
  });
}

/** Whether a stray `%`, or a stray `%` and one hex digit, stands directly before `at`. */
function strayBefore(text: string, at: number): boolean {
  return text[at - 1] === '%' || (text[at - 2] === '%' && hexDigit.test(text[at - 1] ?? ''));
}

/**
 * Percent-encodes the bytes beyond ASCII without converting their charset.
 * @param bytes one character a byte (Latin-1), as headers are read
 */
export function encodeBytes(bytes: string): string {
  return bytes.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}
