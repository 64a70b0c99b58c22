import { hash } from 'node:crypto';
import type { CanonicalUrl } from './url.ts';

declare const fingerprinted: unique symbol;

/**
 * 16 lower-case hex digits: a 64-bit keyed hash of a canonical URL. Fingerprints sort like the numbers that they spell.
 */
export type Fingerprint = string & { readonly [fingerprinted]: true };

/**
 * Returns the first 64 bits of SHA-256 over key, line feed and URL. Each job has its own key, so that nobody can
 * prepare two URLs with one fingerprint, of which the second would never be crawled. Among 10⁷ URLs of a host, any two
 * collide with a probability of 3 in a million.
 */
export function fingerprint(key: string, url: CanonicalUrl): Fingerprint {
  return hash('sha256', `${key}\n${url}`, 'hex').slice(0, 16) as Fingerprint;
}
