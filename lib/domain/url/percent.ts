const triplet = /%[0-9A-Fa-f]{2}/g;
const unreserved = /[A-Za-z0-9._~-]/;
const hexDigit = /[0-9A-Fa-f]/;

/**
 * Percent-encoding in its normal form (RFC 3986 §6.2.2): upper-case digits, and unreserved characters as themselves.
 * Nothing else is decoded: `%2F` and `/`, `%2B` and `+` mean different things. A `%` that begins no triplet stays, and
 * so does a triplet whose character would complete one with it (`%%341` is not `%41`): once is enough.
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

/** Whether a `%` that begins no triplet stands one or two characters before a triplet, the latter with one digit between. */
function strayBefore(text: string, at: number): boolean {
  return text[at - 1] === '%' || (text[at - 2] === '%' && hexDigit.test(text[at - 1] ?? ''));
}

/** Bytes, a character for each as headers are read, with those beyond ASCII as `%XX`: as they came, mostly UTF-8. */
export function encodeBytes(bytes: string): string {
  return bytes.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}
