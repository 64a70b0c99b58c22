import { Buffer } from 'node:buffer';
import { createHash, hash } from 'node:crypto';

export type DigestAlgorithm = 'sha1' | 'sha256';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const groupLength = 8;

/** Base32 of RFC 4648, with its padding: the form in which readers of WARC files compare digests. */
export function base32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let count = 0;
  for (let at = 0; at < bytes.length; at++) {
    bits = (bits << 8) | (bytes[at] as number);
    count += 8;
    for (; count >= 5; count -= 5) text += alphabet[(bits >>> (count - 5)) & 31];
    bits &= (1 << count) - 1;
  }
  if (count > 0) text += alphabet[(bits << (5 - count)) & 31];
  return text.padEnd(Math.ceil(text.length / groupLength) * groupLength, '=');
}

/** Returns a digest as a WARC header names it, for example `sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ`. */
export function warcDigest(bytes: Uint8Array, algorithm: DigestAlgorithm = 'sha1'): string {
  return `${algorithm}:${base32(hash(algorithm, bytes, 'buffer'))}`;
}

/** The SHA-1 of some bytes, given in parts, as `warcDigest` writes it. */
export function digestOfParts(parts: readonly Uint8Array[]): string {
  if (parts.length === 1) return warcDigest(parts[0] as Uint8Array);
  const digest = createHash('sha1');
  for (const part of parts) digest.update(part);
  return `sha1:${base32(digest.digest())}`;
}

/** The same for a digest in hex. */
export function hexDigest(hex: string, algorithm: DigestAlgorithm): string {
  return `${algorithm}:${base32(Buffer.from(hex, 'hex'))}`;
}

/** Whether `bytes` have the digest; undefined if the algorithm is not known here. */
export function hasDigest(bytes: Uint8Array, digest: string): boolean | undefined {
  const [, algorithm, value = ''] = /^(sha1|sha256):([A-Z2-7]+)=*$/i.exec(digest) ?? [];
  if (algorithm === undefined) return undefined;
  const expected = warcDigest(bytes, algorithm.toLowerCase() as DigestAlgorithm);
  return expected.replace(/^\w+:|=/g, '') === value.toUpperCase();
}
