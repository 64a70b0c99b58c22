/** An unread body is received and dropped up to this size, so that the connection can be used again. */
export const maxDumpedBytes = 64 * 1024;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** A redirect without a target is an answer with a body, as for browsers. */
export function isBodiless(status: number, location: string | undefined): boolean {
  return status === 204 || status === 304 || (redirects.has(status) && location !== undefined);
}

export function isSmall(contentLength: string | undefined): boolean {
  return contentLength !== undefined && Number(contentLength) <= maxDumpedBytes;
}

/** Whether an answer over HTTP/1.1 says where its body ends; else the end of the connection is its end. */
export function announcesEnd(headers: Readonly<Record<string, string>>): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}
