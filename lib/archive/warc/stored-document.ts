import { gunzipSync } from 'node:zlib';
import { WinnowError } from '../../base/error.ts';
import { memberPlace } from './document-name.ts';
import { readMember } from './member.ts';
import { decodeRecord, payloadOf, type WarcRecord, wrongDigests } from './warc-record.ts';

/** The longest record that is decoded; a page is shorter (`fetch.maxBytes`). */
export const maxRecordBytes = 1 << 30;

/** A document as it is stored. */
export interface StoredDocument {
  /** The gzip of the server, or the body. */
  readonly payload: Uint8Array;
  readonly isGzip: boolean;
  /** MD5 of the record that it was stored for. */
  readonly md5: string;
}

/** A document and the record of the archive that it stands in. */
export interface DocumentRecord {
  readonly record: WarcRecord;
  /** The bytes of the record. */
  readonly content: Uint8Array;
  readonly document: StoredDocument;
}

/**
 * @param name the name that a record has
 * @param bytes what `DocumentStore.read` gave for it
 * @throws WinnowError `corrupt` when they are no whole document
 */
export function storedDocument(name: string, bytes: Uint8Array): StoredDocument {
  return documentRecord(name, bytes).document;
}

/** The same with its record. */
export function documentRecord(name: string, bytes: Uint8Array): DocumentRecord {
  const place = memberPlace(name);
  if (place === undefined) throw new WinnowError('corrupt', `${name} is no name of a document`);
  const { content, length } = readMember(bytes, 0, maxRecordBytes);
  const record = decodeRecord(content);
  const { 'WARC-Type': type, 'Winnow-MD5': md5 } = record.fields;
  if (length !== place.length || type !== 'response' || md5 === undefined)
    throw new WinnowError('corrupt', `a ${type} stands where a document should`);
  const wrong = wrongDigests(record);
  if (wrong.length > 0)
    throw new WinnowError('corrupt', `${wrong.join(' and ')}: the bytes have another digest`);
  const document = { payload: payloadOf(record), isGzip: isGzipHead(record.block), md5 };
  return { record, content, document };
}

/** The body of a document, without its content coding. @throws WinnowError `corrupt` */
export function bodyOf({ payload, isGzip }: StoredDocument): Uint8Array {
  if (!isGzip) return payload;
  try {
    return gunzipSync(payload);
  } catch (cause) {
    throw new WinnowError('corrupt', `a document is damaged: ${(cause as Error).message}`, { cause });
  }
}

function isGzipHead(block: Uint8Array): boolean {
  const bytes = Buffer.from(block.buffer, block.byteOffset, block.length);
  const end = bytes.indexOf('\r\n\r\n');
  return /\r\ncontent-encoding: gzip(?:\r\n|$)/i.test(bytes.subarray(0, Math.max(end, 0)).toString('latin1'));
}
