/**
 * Headers whose lines must stay separate (a line that comes twice counts once, as proxies add what is there already, and an empty one
 * not at all): in `x-robots-tag` the name of a crawler is valid to the end of its line.
 */
const lineScoped = new Set(['x-robots-tag', 'set-cookie']);

/** One value for each header: an answer may repeat its lines. Changes `headers`. */
export function joinHeaders(
  headers: Record<string, string | string[] | undefined>,
): Readonly<Record<string, string>> {
  for (const name in headers) {
    const value = headers[name];
    if (!Array.isArray(value)) continue;
    const said = new Set(value.map((line) => line.trim()));
    said.delete('');
    const lines = [...said];
    // Nothing tells which of two different targets holds.
    if (name === 'location' && lines.length > 1) delete headers[name];
    else headers[name] = lines.join(lineScoped.has(name) ? '\n' : ', ');
  }
  return headers as Record<string, string>;
}

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
