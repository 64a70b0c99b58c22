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
