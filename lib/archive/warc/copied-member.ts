import type { BundleEntry } from './bundle-index.ts';
import { compressionOf } from './compression.ts';
import { encodeMember, readMember, storedMember } from './member.ts';
import type { PageMember } from './page-member.ts';
import { type ArchivedFetch, revisitOf } from './page-record.ts';
import { entryOf } from './scan-bundle.ts';
import { documentRecord, maxRecordBytes } from './stored-document.ts';
import { decodeRecord, encodeRecord } from './warc-record.ts';

/**
 * A page of one bundle for another one, its bytes as they are; one in zstd becomes gzip, which every reader of WARC files knows.
 * @param name of the document
 * @param bytes the stored member
 * @throws WinnowError `corrupt`
 */
export function copiedMember(name: string, bytes: Uint8Array): PageMember {
  const { record, content, document } = documentRecord(name, bytes);
  const { isGzip } = document;
  const { offset: _, length: _l, ...entry } = entryOf(record, 0, bytes.length) as BundleEntry;
  if (compressionOf(bytes) === 'gzip') return { entry, bytes };
  return { entry, bytes: isGzip ? storedMember(content) : encodeMember(content) };
}

/** The same page as a `revisit` of an `earlier` fetch that brought the same payload. */
export function asRevisit({ entry, bytes }: PageMember, earlier: ArchivedFetch): PageMember {
  const record = decodeRecord(readMember(bytes, 0, maxRecordBytes).content);
  return {
    entry: { ...entry, type: 'revisit' },
    bytes: encodeMember(encodeRecord(revisitOf(record, earlier))),
  };
}
