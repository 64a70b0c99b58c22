import { gunzipSync } from 'node:zlib';
import { faultOf } from '../../domain/base/error.ts';
import { bodyDigest } from '../../domain/document/body-digest.ts';
import type { Ports } from '../../ports/ports.ts';

const digestDigits = 16;

/** What is wrong with the raw document of a record. */
export interface DocumentFault {
  /** `unread`: the store refuses to read it, and would refuse to replace it. */
  readonly kind: 'missing' | 'damaged' | 'unread';
  readonly detail: string;
}

/**
 * Checks a raw document by reading all of it.
 * @param key the key in its record
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
    // The key contains the beginning of the digest of the bytes.
    if (key.includes(bodyDigest(gunzipSync(gzip)).slice(0, digestDigits))) return undefined;
    return { kind: 'damaged', detail: `${key} has the bytes of another page` };
  } catch (error) {
    return { kind: 'damaged', detail: `${key}: ${faultOf(error)}` };
  }
}
