import { Buffer } from 'node:buffer';
import type { PageAnswer } from '../base/page/page-answer.ts';
import type { Md5 } from '../base/page/page-content.ts';
import type { BundleEntry } from './bundle-index.ts';
import type { Compression } from './compression.ts';
import { httpHead } from './http-head.ts';
import { storedMember } from './member.ts';
import { fetchRecord } from './page-record.ts';
import { safeHeaders } from './safe-headers.ts';
import { hexDigest, warcDigest } from './warc-digest.ts';
import { recordParts } from './warc-record.ts';

/** A page as it came, to be kept. */
export interface FetchedDocument {
  /** Of the record that it belongs to. */
  readonly md5: Md5;
  /** SHA-256 of `body`, 64 hex digits. */
  readonly digest: string;
  readonly mediaType: string;
  readonly response: PageAnswer;
  /** Names in lower case, as the fetcher gives them. */
  readonly headers: Readonly<Record<string, string>>;
  /** Content coding removed. */
  readonly body: Uint8Array;
  /** The body as the server sent it, if that is gzip. */
  readonly gzip?: Uint8Array;
  /** Of its member. Default gzip. */
  readonly compression?: Compression;
}

/** A page as a member of a bundle that is not in one yet. */
export interface PageMember {
  readonly entry: Omit<BundleEntry, 'offset' | 'length'>;
  readonly bytes: Uint8Array;
}

/** Makes one member of some bytes, given in parts. Default: gzip. */
export type Compress = (parts: readonly Uint8Array[], compression?: Compression) => Promise<Uint8Array>;

/** Encodes a page as a `response`. What the server sent as gzip stays as it came, in a member that does not compress it again. */
export async function encodePage(document: FetchedDocument, compress: Compress): Promise<PageMember> {
  const { md5, mediaType, response, body, gzip, digest: sha256, compression = 'gzip' } = document;
  const isGzip = gzip !== undefined;
  const payload = gzip ?? body;
  const digest = isGzip ? warcDigest(payload, 'sha256') : hexDigest(sha256, 'sha256');
  const head = httpHead(response.status, safeHeaders(document.headers), { length: payload.length, isGzip });
  const fields = fetchRecord({ ...response, md5, mediaType, digest });
  const content = recordParts(fields, [head, payload]);
  return {
    entry: {
      type: 'response',
      ...{ host: new URL(response.url).host, url: response.url, at: response.fetchedAt, md5 },
      ...{ status: response.status, mediaType, digest },
    },
    bytes: isGzip ? storedMember(Buffer.concat(content), compression) : await compress(content, compression),
  };
}
