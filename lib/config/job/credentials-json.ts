import * as z from 'zod/mini';
import { WinnowError } from '../../base/error.ts';

/** What a site, or a proxy, wants to see of us. */
export interface SiteCredentials {
  /** Scheme and authority. */
  readonly origin: string;
  /** Only for URLs whose path is this one, or below it. */
  readonly path: string;
  readonly login?: { readonly user: string; readonly password: string };
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Headers that make the request itself, and must be ours. */
const ours = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'te',
  'upgrade',
  'expect',
]);
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
// Latin-1 without controls: what can stand in a header (RFC 9110 §5.5).
const headerValue = /^[\t\x20-\x7e\xa0-\xff]*$/;

const site = z.strictObject({
  url: z.string(),
  user: z.exactOptional(z.string().check(z.regex(/^[^:]*$/))),
  password: z.exactOptional(z.string()),
  headers: z._default(
    z.record(
      z.string().check(
        z.regex(headerName),
        z.refine((name) => !ours.has(name.toLowerCase())),
      ),
      z.string().check(z.regex(headerValue)),
    ),
    {},
  ),
});
const schema = z.strictObject({ sites: z.array(site) });

/**
 * Reads the secret that `fetch.credentials` names: JSON, `{"sites": [{"url": …, "user": …, "password": …, "headers":
 * {…}}]}`.
 * @throws WinnowError `config`, which says where it is wrong and quotes nothing of it
 */
export function parseCredentials(text: string, name: string): readonly SiteCredentials[] {
  const refuse = (what: string): WinnowError => new WinnowError('config', `the secret '${name}': ${what}`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The error of JSON.parse would quote it.
    throw refuse('is not JSON');
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw refuse(
      `${issue?.path.join('.') || 'it'} is wrong (${issue?.code}); docs/fetching.md#credentials shows its form`,
    );
  }
  return parsed.data.sites.map(({ url, user, password = '', headers }, index) => {
    const at = URL.parse(url);
    if (at === null || !['http:', 'https:', 'socks5:'].includes(at.protocol))
      throw refuse(`sites.${index}.url is not an http, https or socks5 URL`);
    return {
      origin: `${at.protocol}//${at.host}`,
      path: at.pathname || '/',
      ...(user === undefined ? {} : { login: { user, password } }),
      headers: Object.fromEntries(Object.entries(headers).map(([key, text]) => [key.toLowerCase(), text])),
    };
  });
}
