import { hash } from 'node:crypto';
import type { CanonicalUrl } from './url.ts';

declare const fingerprinted: unique symbol;

/** 16 lower-case hex digits: a 64-bit keyed hash of a canonical URL. Their order is that of the numbers. */
export type Fingerprint = string & { readonly [fingerprinted]: true };

/**
 * The fingerprint of a URL: the first 64 bits of SHA-256 over key, line feed and URL. Keyed by job, so that nobody
 * can prepare two URLs of which the second is never crawled. Among 10⁷ URLs of a host, the chance that any two
 * collide is 3 in a million.
 */
export function fingerprint(key: string, url: CanonicalUrl): Fingerprint {
  return hash('sha256', `${key}\n${url}`, 'hex').slice(0, 16) as Fingerprint;
}
