import { Buffer } from 'node:buffer';
import { hash } from 'node:crypto';
import { defined } from '../../base/defined.ts';
import type { PageContent } from '../../base/page/page-content.ts';
import type { PageFetch } from '../../base/page/page-fetch.ts';
import { version } from '../../base/version.ts';
import type { WarcRecord } from './warc-record.ts';

/** A fetch of a URL. `at`: epoch ms. */
export interface ArchivedFetch {
  readonly url: string;
  readonly at: number;
}

const sameContent = 'http://netpreserve.org/warc/1.1/revisit/identical-payload-digest';
const responseType = 'application/http;msgtype=response';

/** The fields of a `response` that was just fetched. `Winnow-MD5` names its record, so that no index is needed to find it. */
export function fetchRecord(
  response: PageFetch & Pick<PageContent, 'md5' | 'mediaType' | 'digest'> & { readonly beside?: true },
): WarcRecord['fields'] {
  const { url, fetchedAt: at, address, truncated, md5, mediaType, digest, beside } = response;
  return defined({
    ...fieldsOf('response', { url, at }, address),
    'WARC-Payload-Digest': digest,
    'WARC-Identified-Payload-Type': mediaType,
    'WARC-Truncated': truncated ? 'length' : undefined,
    'Winnow-MD5': md5,
    'Winnow-Beside': beside ? 'yes' : undefined,
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
