import { gunzipSync } from 'node:zlib';
import { faultOf } from '../../domain/base/error.ts';
import { bodyDigest } from '../../domain/document/body-digest.ts';
import type { Ports } from '../../ports/ports.ts';

const digestDigits = 16;

/** What is wrong with the raw document of a record. */
export interface DocumentFault {
  /** `unread`: the store does not give it out, and would take no other in its place. */
  readonly kind: 'missing' | 'damaged' | 'unread';
  readonly detail: string;
}

/**
 * Reads a raw document to its end.
 * @param key as its record names it
 * @returns undefined: nothing is wrong
 * @throws WinnowError `unavailable`
 */
export async function documentFault(
  { documents }: Pick<Ports, 'documents'>,
  md5: string,
  key: string,
): Promise<DocumentFault | undefined> {
  if (!key.includes(md5)) return { kind: 'missing', detail: `${key} is that of another record` };
  let gzip: Uint8Array | undefined;
  try {
    gzip = await documents.read(key);
  } catch (error) {
    return { kind: 'unread', detail: `${key}: ${faultOf(error)}` };
  }
  if (gzip === undefined) return { kind: 'missing', detail: `${key} is not there` };
  try {
    // Its name has the beginning of the digest of its bytes.
    if (key.includes(bodyDigest(gunzipSync(gzip)).slice(0, digestDigits))) return undefined;
    return { kind: 'damaged', detail: `${key} has the bytes of another page` };
  } catch (error) {
    return { kind: 'damaged', detail: `${key}: ${faultOf(error)}` };
  }
}
