import { Buffer } from 'node:buffer';
import { defined } from '../../base/defined.ts';
import type { Md5 } from '../../base/page/page-content.ts';
import type { PageFetch } from '../../base/page/page-fetch.ts';
import type { BundleEntry } from './bundle-index.ts';
import type { Compression } from './compression.ts';
import { httpHead } from './http-head.ts';
import { storedMember } from './member.ts';
import { fetchRecord } from './page-record.ts';
import { hexDigest, warcDigest } from './warc-digest.ts';
import { recordParts } from './warc-record.ts';

/** A page as it came, to be kept. */
export interface FetchedDocument {
  /** Of the record that it belongs to. */
  readonly md5: Md5;
  /** It is kept beside pages (`BundleEntry`). */
  readonly beside?: true;
  /** SHA-256 of `body`, 64 hex digits. */
  readonly digest: string;
  readonly mediaType: string;
  readonly response: PageFetch;
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
  const beside = defined({ beside: document.beside });
  const isGzip = gzip !== undefined;
  const payload = gzip ?? body;
  const digest = isGzip ? warcDigest(payload, 'sha256') : hexDigest(sha256, 'sha256');
  const head = httpHead(response.status, safeHeaders(document.headers), { length: payload.length, isGzip });
  const fields = fetchRecord({ ...response, md5, mediaType, digest, ...beside });
  const content = recordParts(fields, [head, payload]);
  return {
    entry: {
      type: 'response',
      ...{ host: new URL(response.url).host, url: response.url, at: response.fetchedAt, md5 },
      ...{ status: response.status, mediaType, digest, ...beside },
    },
    bytes: isGzip ? storedMember(Buffer.concat(content), compression) : await compress(content, compression),
  };
}

/** Headers of the connection, and those that the stored payload makes anew. */
const ofConnection = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
/** Words in names of headers that may carry credentials: `set-cookie`, `x-csrf-token`, `www-authenticate` … */
const secretWords =
  /(?:^proxy-|(?:^|-)(?:cookie2?|token|secret|session|sessionid|auth|authorization|authenticate|authentication|password|csrf|xsrf|apikey|api-key|credential|credentials)(?:-|$))/;
const token = /^[\w!#$%&'*+.^`|~-]+$/;
/** A hostile head must not swell a bundle. */
const maxHeaders = 200;
const maxValue = 8_192;

/** The headers of a response that an archive keeps: none with credentials or cookies, none about the connection only. */
export function safeHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const kept: [string, string][] = [];
  for (const name in headers) {
    if (ofConnection.has(name) || secretWords.test(name) || !token.test(name)) continue;
    kept.push([name, (headers[name] as string).slice(0, maxValue)]);
    if (kept.length === maxHeaders) break;
  }
  return Object.fromEntries(kept);
}
