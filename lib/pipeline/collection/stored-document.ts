import { bodyOf, storedDocument } from '../../archive/stored-document.ts';
import { bodyDigest } from '../../base/bytes/body-digest.ts';
import { faultOf } from '../../base/error.ts';
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
 * @param name the name in its record
 * @returns undefined: nothing is wrong
 * @throws WinnowError `unavailable`
 */
export async function documentFault(
  { documents }: Pick<Ports, 'documents'>,
  md5: string,
  name: string,
): Promise<DocumentFault | undefined> {
  let bytes: Uint8Array | undefined;
  try {
    bytes = await documents.read(name);
  } catch (error) {
    return { kind: 'unread', detail: `${name}: ${faultOf(error)}` };
  }
  if (bytes === undefined || bytes.length === 0) return { kind: 'missing', detail: `${name} is not there` };
  try {
    const stored = storedDocument(name, bytes);
    const body = bodyOf(stored);
    // In the form of earlier versions the name has the MD5, and the beginning of the digest of the bytes.
    const isOfRecord = stored.md5 === undefined ? name.includes(md5) : stored.md5 === md5;
    if (!isOfRecord) return { kind: 'missing', detail: `${name} is that of another record` };
    if (stored.md5 !== undefined || name.includes(bodyDigest(body).slice(0, digestDigits))) return undefined;
    return { kind: 'damaged', detail: `${name} has the bytes of another page` };
  } catch (error) {
    return { kind: 'damaged', detail: `${name}: ${faultOf(error)}` };
  }
}
