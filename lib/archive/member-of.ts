import { WinnowError } from '../base/error.ts';
import { readMember } from './member.ts';
import { maxRecordBytes } from './stored-document.ts';
import { decodeRecord } from './warc-record.ts';

/**
 * Whether bytes are a page that was stored for a record. `nothing`: they are no page, because it was erased or because
 * they are damaged; damaged bytes may still have text of the page.
 */
export function isMemberOf(bytes: Uint8Array, md5: string): 'it' | 'another' | 'erased' | 'nothing' {
  try {
    const { fields } = decodeRecord(readMember(bytes, 0, maxRecordBytes).content);
    const { 'Winnow-MD5': found } = fields;
    if (found === undefined) return 'erased';
    return found === md5 ? 'it' : 'another';
  } catch (error) {
    if (error instanceof WinnowError && error.code === 'corrupt') return 'nothing';
    throw error;
  }
}
