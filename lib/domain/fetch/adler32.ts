/** The checksum of a zlib body (RFC 1950 §8.2). @param sum of the bytes before */
export function adler32(bytes: Uint8Array, sum: number): number {
  let low = sum & 0xffff;
  let high = sum >>> 16;
  for (const byte of bytes) {
    low = (low + byte) % 65_521;
    high = (high + low) % 65_521;
  }
  return high * 65_536 + low;
}
