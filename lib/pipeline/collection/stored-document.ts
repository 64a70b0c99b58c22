import { bodyOf, storedDocument } from '../../archive/documents.ts';
import { faultOf } from '../../base/error.ts';
import type { Ports } from '../../ports/ports.ts';

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
    // Only a body that can be unpacked is whole.
    bodyOf(stored);
    if (stored.md5 === md5) return undefined;
    return { kind: 'missing', detail: `${name} is that of another record` };
  } catch (error) {
    return { kind: 'damaged', detail: `${name}: ${faultOf(error)}` };
  }
}
