import { type CanonicalUrl, hostOf, pathOf } from '../url/url.ts';

/** Holds the cookies of hosts. A cookie is sent only to the host that set it. */
export interface CookieJar {
  /**
   * Stores the cookies of an answer.
   * @param lines the Set-Cookie fields of the answer, one a line
   * @param now epoch ms
   */
  store(url: CanonicalUrl, lines: string, now: number): void;
  /** Returns the Cookie header for a request; undefined if there is no cookie to send. */
  header(url: CanonicalUrl, now: number): string | undefined;
}

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly host: string;
  readonly path: string;
  readonly secure: boolean;
  /** Epoch ms. */
  readonly expiresAt: number;
}

/** The minimum that RFC 6265 §6.1 asks of clients: cookies per host, and bytes per cookie. */
const maxCookies = 50;
const maxBytes = 4_096;

/**
 * Creates a jar for cookies by RFC 6265 §5, simpler than that of a browser. A cookie for a whole domain is sent only to
 * the host that set it, so that no list of public suffixes is needed, and no cookie outlives the jar.
 */
export function cookieJar(): CookieJar {
  const cookies = new Map<string, Cookie>();
  return {
    store(url, lines, now) {
      for (const line of lines.split('\n')) {
        const cookie = parseCookie(line, url, now);
        if (cookie === undefined) continue;
        const key = `${cookie.host} ${cookie.path} ${cookie.name}`;
        cookies.delete(key);
        if (cookie.expiresAt > now) cookies.set(key, cookie);
        const [oldest] = cookies.size > maxCookies ? cookies.keys() : [];
        if (oldest !== undefined) cookies.delete(oldest);
      }
    },
    header(url, now) {
      const host = hostOf(url);
      const path = plainPath(url);
      const matching = [...cookies.values()]
        .filter(
          (cookie) =>
            cookie.host === host &&
            cookie.expiresAt > now &&
            pathMatches(path, cookie.path) &&
            (!cookie.secure || url.startsWith('https:')),
        )
        .sort((a, b) => b.path.length - a.path.length);
      return matching.length === 0
        ? undefined
        : matching.map(({ name, value }) => `${name}=${value}`).join('; ');
    },
  };
}

/** Parses one Set-Cookie field (RFC 6265 §5.2); undefined if it must be ignored. */
function parseCookie(line: string, url: CanonicalUrl, now: number): Cookie | undefined {
  const [pair = '', ...rest] = line.split(';');
  const equals = pair.indexOf('=');
  const name = pair.slice(0, equals).trim();
  const value = pair.slice(equals + 1).trim();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters must not get into a header of a request
  if (equals < 1 || name === '' || pair.length > maxBytes || /[\x00-\x1f\x7f]/.test(pair)) return undefined;
  const attributes = new Map(
    rest.map((attribute) => {
      const [key = '', ...text] = attribute.split('=');
      return [key.trim().toLowerCase(), text.join('=').trim()] as const;
    }),
  );
  const host = hostOf(url);
  const secure = attributes.has('secure');
  const domain = attributes.get('domain')?.replace(/^\./, '').toLowerCase() ?? '';
  if (domain !== '' && !isWithin(host.replace(/:\d+$/, ''), domain)) return undefined;
  if (secure && !url.startsWith('https:')) return undefined;
  const path = attributes.get('path') ?? '';
  return {
    ...{ name, value, host, secure },
    path: path.startsWith('/') ? path : defaultPath(url),
    expiresAt: expiry(attributes.get('max-age'), attributes.get('expires'), now),
  };
}

/**
 * Returns when a cookie expires, epoch ms. Max-Age overrides Expires; without either, the cookie lives as long as the
 * jar.
 */
function expiry(maxAge: string | undefined, expires: string | undefined, now: number): number {
  if (maxAge !== undefined && /^-?\d+$/.test(maxAge)) return now + Number(maxAge) * 1_000;
  const date = expires === undefined ? Number.NaN : Date.parse(expires);
  return Number.isNaN(date) ? Number.POSITIVE_INFINITY : date;
}

/** Returns the directory of a URL (RFC 6265 §5.1.4). */
function defaultPath(url: CanonicalUrl): string {
  const path = plainPath(url);
  return path.slice(0, Math.max(1, path.lastIndexOf('/')));
}

function plainPath(url: CanonicalUrl): string {
  return pathOf(url).replace(/\?.*/s, '');
}

function pathMatches(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`);
}

function isWithin(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}
