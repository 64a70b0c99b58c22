import { Buffer } from 'node:buffer';
import { hash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { bodyDigest } from '../base/bytes/body-digest.ts';
import { defined } from '../base/defined.ts';
import { WinnowError } from '../base/error.ts';
import type { PageAnswer } from '../base/page/page-answer.ts';
import type { PageContent } from '../base/page/page-content.ts';
import type { CanonicalUrl } from '../base/url/url.ts';
import { version } from '../base/version.ts';
import { httpHead, keptHeaders } from './http-head.ts';
import { warcDigest } from './warc-digest.ts';
import type { WarcRecord } from './warc-record.ts';

/** What an archive tells of a page of the collection. */
export interface ArchivedPage extends Pick<PageContent, 'md5' | 'digest' | 'mediaType'> {
  readonly finalUrl: CanonicalUrl;
  readonly response: Omit<PageAnswer, 'url'>;
}

/** A page of the collection with its raw document. */
export interface DocumentedPage {
  readonly record: ArchivedPage;
  /** The document as it is stored: gzip. */
  readonly gzip: Uint8Array;
}

/** A fetch of a URL. `at`: epoch ms. */
export interface ArchivedFetch {
  readonly url: string;
  readonly at: number;
}

/** The body of a response as it goes into an archive. */
export interface Payload {
  readonly bytes: Uint8Array;
  /** The bytes are gzip as the server sent it. */
  readonly isGzip: boolean;
  readonly digest: string;
}

const sameContent = 'http://netpreserve.org/warc/1.1/revisit/identical-payload-digest';
const responseType = 'application/http;msgtype=response';

/**
 * The body as the server sent it, if it sent gzip, otherwise decoded. A stored document is the gzip of the server exactly
 * if it has the length that came over the wire.
 * @throws WinnowError `corrupt` for a document that cannot be read, or that another fetch of the page brought
 */
export function payloadOfPage({ record: { response, digest }, gzip }: DocumentedPage): Payload {
  const body = decoded(gzip);
  if (bodyDigest(body) !== digest)
    throw new WinnowError('corrupt', 'its document is not what the recorded fetch brought');
  const isGzip = gzip.length === response.wireBytes && response.wireBytes !== response.bytes;
  const bytes = isGzip ? gzip : body;
  return { bytes, isGzip, digest: warcDigest(bytes) };
}

function decoded(gzip: Uint8Array): Uint8Array {
  try {
    return gunzipSync(gzip);
  } catch (cause) {
    throw new WinnowError('corrupt', `its document is damaged: ${(cause as Error).message}`, { cause });
  }
}

export function responseRecord(
  { finalUrl, response, mediaType, md5 }: ArchivedPage,
  payload: Payload,
): WarcRecord {
  const { bytes, digest, isGzip } = payload;
  const head = httpHead(response.status, keptHeaders(response), { length: bytes.length, isGzip });
  const fields = defined({
    ...fieldsOf('response', { url: finalUrl, at: response.fetchedAt }, response.address),
    'WARC-Payload-Digest': digest,
    'WARC-Identified-Payload-Type': mediaType,
    'WARC-Truncated': response.truncated ? 'length' : undefined,
    'Winnow-MD5': md5,
    'Content-Type': responseType,
  });
  return { fields, block: Buffer.concat([head, bytes]) };
}

/** The fields of a `response` that was just fetched. `Winnow-MD5` names its record, so that no index is needed to find it. */
export function fetchRecord(
  response: PageAnswer & Pick<ArchivedPage, 'md5' | 'mediaType' | 'digest'>,
): WarcRecord['fields'] {
  const { url, fetchedAt: at, address, truncated, md5, mediaType, digest } = response;
  return defined({
    ...fieldsOf('response', { url, at }, address),
    'WARC-Payload-Digest': digest,
    'WARC-Identified-Payload-Type': mediaType,
    'WARC-Truncated': truncated ? 'length' : undefined,
    'Winnow-MD5': md5,
    'Content-Type': responseType,
  }) as WarcRecord['fields'];
}

/** The record that stands in the place of an erased page. It says nothing, not even when. */
export function erasedRecord(place: string): WarcRecord {
  return {
    fields: {
      'WARC-Type': 'metadata',
      'WARC-Record-ID': recordId('erased', place),
      'WARC-Date': '1970-01-01T00:00:00.000Z',
      'Content-Type': 'text/plain',
    },
    block: new Uint8Array(),
  };
}

/** A stored `response` as a `revisit` of an `earlier` fetch that brought the same payload: its head without its body. */
export function revisitOf({ fields, block }: WarcRecord, earlier: ArchivedFetch): WarcRecord {
  const { 'WARC-Target-URI': url = '', 'WARC-Date': date = '', 'WARC-Block-Digest': _, ...rest } = fields;
  const head = Buffer.from(block.buffer, block.byteOffset, block.length).indexOf('\r\n\r\n') + 4;
  return {
    fields: {
      ...rest,
      ...{ 'WARC-Type': 'revisit', 'WARC-Record-ID': recordId('revisit', url, date) },
      ...{ 'WARC-Target-URI': url, 'WARC-Date': date },
      'WARC-Profile': sameContent,
      'WARC-Refers-To-Target-URI': earlier.url,
      'WARC-Refers-To-Date': iso(earlier.at),
    },
    block: block.subarray(0, head),
  };
}

/** A fetch that brought the payload of an `earlier` one: the head of the response without its body. */
export function revisitRecord(
  { finalUrl, response, md5 }: ArchivedPage,
  { bytes, digest, isGzip }: Payload,
  earlier: ArchivedFetch,
): WarcRecord {
  const fields = {
    ...fieldsOf('revisit', { url: finalUrl, at: response.fetchedAt }, response.address),
    'WARC-Profile': sameContent,
    'WARC-Refers-To-Target-URI': earlier.url,
    'WARC-Refers-To-Date': iso(earlier.at),
    'WARC-Payload-Digest': digest,
    'Winnow-MD5': md5,
    'Content-Type': responseType,
  };
  return {
    fields,
    block: httpHead(response.status, keptHeaders(response), { length: bytes.length, isGzip }),
  };
}

/** The record that begins a bundle. */
export function infoRecord(bundle: {
  readonly name: string;
  readonly job: string;
  readonly at: number;
}): WarcRecord {
  const { name, job, at } = bundle;
  const text = [`software: Winnow/${version}`, 'format: WARC File Format 1.1', `isPartOf: ${job}`];
  return {
    fields: {
      'WARC-Type': 'warcinfo',
      'WARC-Record-ID': recordId('warcinfo', name, iso(at)),
      'WARC-Date': iso(at),
      'WARC-Filename': name,
      'Content-Type': 'application/warc-fields',
    },
    block: Buffer.from(`${text.join('\r\n')}\r\n`),
  };
}

/** The record that ends a bundle: a line of JSON for each page in it. */
export function indexRecord(name: string, at: number, lines: readonly string[]): WarcRecord {
  return {
    fields: {
      'WARC-Type': 'metadata',
      'WARC-Record-ID': recordId('metadata', name, iso(at)),
      'WARC-Date': iso(at),
      'Content-Type': 'application/x-ndjson',
    },
    block: Buffer.from(lines.map((line) => `${line}\n`).join('')),
  };
}

function fieldsOf(
  type: string,
  { url, at }: ArchivedFetch,
  address: string | undefined,
): Readonly<Record<string, string>> {
  return defined({
    'WARC-Type': type,
    'WARC-Record-ID': recordId(type, url, iso(at)),
    'WARC-Date': iso(at),
    'WARC-Target-URI': url,
    'WARC-IP-Address': address,
  }) as Readonly<Record<string, string>>;
}

/** An id made of what is recorded (a UUID of version 8): whoever records the same fetch again gives it the same id. */
function recordId(...parts: readonly string[]): string {
  const hex = hash('sha256', parts.join('\n'));
  const groups = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return `<urn:uuid:${groups.join('-')}>`;
}

/** The time that was written last: a record has the same one in several fields. */
let latest = { at: Number.NaN, text: '' };

function iso(at: number): string {
  if (latest.at !== at) latest = { at, text: new Date(at).toISOString() };
  return latest.text;
}
