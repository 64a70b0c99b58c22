import { gunzipSync } from 'node:zlib';
import { gzip } from '../../base/compressors/compress.ts';
import { otherVersion, WinnowError } from '../../base/error.ts';
import type { CanonicalUrl, HostName } from '../../base/url/url.ts';
import type { Conversion, ConvertProgram } from '../../documents/settings.ts';
import type { UsagePreferences } from '../../rules/rights.ts';
import type { PageResponse } from '../collection/record.ts';

/** Asks for the conversion of a document that a visit brought. */
export interface ConversionOrder {
  readonly job: string;
  readonly host: HostName;
  /** Names the document; used once. */
  readonly id: string;
  readonly url: CanonicalUrl;
}

/** What one conversion may use. */
export interface ConversionLimits {
  readonly timeMs: number;
  /** Megabytes beyond what an idle converter has. */
  readonly memoryMb: number;
  /** Characters of HTML; the rest is cut off. */
  readonly maxHtml: number;
  readonly maxPages: number;
}

/** All that is known of a document beside its bytes. With its text it makes a record, however long ago the visit was. */
export interface StagedHead {
  readonly url: CanonicalUrl;
  /** Essence, as its bytes have it. */
  readonly mediaType: string;
  /** As its server declared it; absent: it did not. */
  readonly charset?: string;
  /** SHA-256 of the bytes, 64 hex digits. */
  readonly digest: string;
  readonly response: PageResponse;
  /** What robots.txt said then of the use of the page. */
  readonly usage: UsagePreferences;
  readonly limits: ConversionLimits;
  /** Absent: a converter of our own reads it. */
  readonly program?: ConvertProgram;
}

export interface StagedDocument {
  readonly head: StagedHead;
  readonly body: Uint8Array;
}

/** A conversion that had to be ended: it hung, took too much memory, or killed what ran it. */
export interface EndedConversion {
  readonly kind: 'ended';
  /** For people. */
  readonly detail: string;
}

/** What became of a document, with all that its record needs beside the raw bytes. */
export interface StagedResult {
  readonly head: StagedHead;
  readonly conversion: Conversion | EndedConversion;
}

const formVersion = 1;
const lengthBytes = 4;

/** The head as JSON with its length before it, then the body as it is: most documents are compressed. */
export function encodeDocument({ head, body }: StagedDocument): Uint8Array {
  const json = Buffer.from(JSON.stringify({ v: formVersion, ...head }));
  const length = Buffer.alloc(lengthBytes);
  length.writeUInt32LE(json.length);
  return Buffer.concat([length, json, body]);
}

/** @throws WinnowError `newer` or `corrupt` */
export function decodeDocument(bytes: Uint8Array): StagedDocument {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.length < lengthBytes ? Number.POSITIVE_INFINITY : lengthBytes + view.getUint32(0, true);
  if (end > bytes.length) throw new WinnowError('corrupt', 'a document to be converted is cut off');
  const head = fieldsOf<StagedHead>(bytes.subarray(lengthBytes, end), 'a document to be converted');
  return { head, body: bytes.subarray(end) };
}

export function encodeResult(result: StagedResult): Uint8Array {
  return gzip(Buffer.from(JSON.stringify({ v: formVersion, ...result })));
}

/** @throws WinnowError `newer` or `corrupt` */
export function decodeResult(bytes: Uint8Array): StagedResult {
  let json: Uint8Array;
  try {
    json = gunzipSync(bytes);
  } catch (cause) {
    throw new WinnowError('corrupt', 'the result of a conversion is no gzip', { cause });
  }
  return fieldsOf<StagedResult>(json, 'the result of a conversion');
}

function fieldsOf<T>(json: Uint8Array, what: string): T {
  let fields: T & { readonly v: number };
  try {
    fields = JSON.parse(Buffer.from(json).toString()) as typeof fields;
  } catch (cause) {
    throw new WinnowError('corrupt', `${what} is not JSON`, { cause });
  }
  const { v, ...rest } = fields;
  if (v !== formVersion) throw otherVersion(what, v, formVersion);
  return rest as T;
}
