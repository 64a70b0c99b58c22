import { hash } from 'node:crypto';

/** SHA-256 of the decoded bytes of a page, 64 hex digits: the name of its raw document begins with it. */
export function bodyDigest(body: Uint8Array): string {
  return hash('sha256', body);
}
