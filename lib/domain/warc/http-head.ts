import { Buffer } from 'node:buffer';
import type { PageResponse } from '../collection/record.ts';
import { oneLine } from './warc-record.ts';

/**
 * The head of an HTTP response from what a record keeps of it. Cookies and credentials are not kept, so they are not in it;
 * nor is a transfer coding, because the payload is stored without one.
 * @param payload the length of the payload, and whether it is gzip as the server sent it
 */
export function httpHead(
  response: Omit<PageResponse, 'url'>,
  payload: { readonly length: number; readonly isGzip: boolean },
): Uint8Array {
  const headers: readonly (readonly [string, string | undefined])[] = [
    ['Date', response.date],
    ['Server', response.server],
    ['Content-Type', response.contentType === '' ? undefined : response.contentType],
    ['Content-Encoding', payload.isGzip ? 'gzip' : undefined],
    ['Content-Length', String(payload.length)],
    ['ETag', response.etag],
    ['Last-Modified', response.lastModified],
    ['Expires', response.expires],
    ...(response.robotsTag ?? '').split('\n').map((line) => ['X-Robots-Tag', line || undefined] as const),
    ['Link', response.linkHeader],
    ['Content-Signal', response.contentSignal],
    ['Content-Usage', response.contentUsage],
    ['TDM-Reservation', response.tdmReservation],
    ['TDM-Policy', response.tdmPolicy],
  ];
  const lines = headers.flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${oneLine(value)}\r\n`],
  );
  // The reason phrase of the server is not kept. Header values were decoded as Latin-1.
  return Buffer.from(`HTTP/1.1 ${response.status} \r\n${lines.join('')}\r\n`, 'latin1');
}
