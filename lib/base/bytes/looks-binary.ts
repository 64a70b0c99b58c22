/** How many bytes decide (WHATWG MIME Sniffing §5: the resource header). */
const headerBytes = 1_445;

/** The first bytes of a body, one character each. */
export function headerOf(body: Uint8Array): string {
  return Buffer.from(body.subarray(0, headerBytes)).toString('latin1');
}

export const byteOrderMarks = ['\xfe\xff', '\xff\xfe', '\xef\xbb\xbf'];

/** Whether bytes that were declared as text are none (§7.2). */
export function looksBinary(body: Uint8Array): boolean {
  const header = headerOf(body);
  if (byteOrderMarks.some((mark) => header.startsWith(mark))) return false;
  return body.subarray(0, headerBytes).some(isBinary);
}

/** A binary data byte (§3): a control character that does not occur in text. */
function isBinary(byte: number): boolean {
  return byte <= 0x08 || byte === 0x0b || (byte >= 0x0e && byte <= 0x1a) || (byte >= 0x1c && byte <= 0x1f);
}
