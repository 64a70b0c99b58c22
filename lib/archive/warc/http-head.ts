import { Buffer } from 'node:buffer';
import type { PageFetch } from '../../base/page/page-fetch.ts';
import { linesOf } from './warc-record.ts';

type Kept = Omit<PageFetch, 'url'>;

/** The headers of a response that its record keeps, names in lower case. */
export function keptHeaders(response: Kept): Readonly<Record<string, string>> {
  const headers: Readonly<Record<string, string | undefined>> = {
    date: response.date,
    server: response.server,
    'content-type': response.contentType === '' ? undefined : response.contentType,
    etag: response.etag,
    'last-modified': response.lastModified,
    expires: response.expires,
    'x-robots-tag': response.robotsTag,
    link: response.linkHeader,
    refresh: response.refresh,
    location: response.location,
    'content-signal': response.contentSignal,
    'content-usage': response.contentUsage,
    'tdm-reservation': response.tdmReservation,
    'tdm-policy': response.tdmPolicy,
  };
  const kept = Object.entries(headers).filter(([, value]) => value !== undefined);
  return Object.fromEntries(kept) as Readonly<Record<string, string>>;
}

/**
 * The head of an HTTP response. A transfer coding is not in it, because the payload is stored without one; nor is the
 * server's reason phrase, which is not known.
 * @param headers names in lower case, values decoded as Latin-1
 * @param payload the length of the payload, and whether it is gzip as the server sent it
 */
export function httpHead(
  status: number,
  headers: Readonly<Record<string, string>>,
  payload: { readonly length: number; readonly isGzip: boolean },
): Uint8Array {
  const lines: string[] = [];
  for (const name in headers)
    for (const line of linesOf(name, headers[name] as string)) lines.push(`${name}: ${line}\r\n`);
  if (payload.isGzip) lines.push('content-encoding: gzip\r\n');
  lines.push(`content-length: ${payload.length}\r\n`);
  return Buffer.from(`HTTP/1.1 ${status} \r\n${lines.join('')}\r\n`, 'latin1');
}
