import { faultOf } from '../../base/error.ts';
import type { BundleEntry } from './bundle-index.ts';
import { readMember } from './member.ts';
import { maxRecordBytes } from './stored-document.ts';
import { decodeRecord, wrongDigests } from './warc-record.ts';

/** Returns what is wrong with the member of an entry, undefined if nothing is. @param bytes what stands at its place */
export function memberFault(entry: BundleEntry, bytes: Uint8Array): string | undefined {
  try {
    const { content, length } = readMember(bytes, 0, maxRecordBytes);
    const record = decodeRecord(content);
    const wrong = wrongDigests(record);
    if (wrong.length > 0) return `${wrong.join(' and ')}: the bytes have another digest`;
    const { 'WARC-Target-URI': url, 'WARC-Type': type, 'WARC-Payload-Digest': digest } = record.fields;
    const isEntry =
      length === entry.length && url === entry.url && type === entry.type && digest === entry.digest;
    return isEntry ? undefined : `${type} of ${url} is not what the index says`;
  } catch (error) {
    return faultOf(error);
  }
}
