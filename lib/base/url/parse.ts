import { detach } from '../bytes/detach.ts';
import type { UrlRefusal } from './url.ts';
import type { UrlSettings } from './url-settings.ts';

/** The result of parsing a string as a URL. `href` is present if the string is a URL of any scheme. */
export type Parsed =
  | { readonly ok: true; readonly href: string }
  | { readonly ok: false; readonly refusal: UrlRefusal; readonly href?: string };

/** Repairs of a link before it is parsed. Combine makes both; browsers make neither. */
export type Repairs = Pick<UrlSettings, 'repairHost' | 'encodeBackslash'>;

/**
 * Parses an http or https URL as WHATWG says, which is what clients do to every URL before a request. Drops white space
 * around the URL, line ends within it and the default port; writes scheme and host in lower case, the host in punycode,
 * and `\` as `/`; resolves dot segments; percent-encodes characters that a URL may not contain.
 */
export function parse(raw: string, base: string | undefined, repairs: Repairs): Parsed {
  const written = mended(raw, repairs);
  const href = URL.parse(written, base)?.href ?? (repairs.repairHost ? repaired(written) : undefined);
  if (href === undefined) return { ok: false, refusal: { reason: 'invalid', detail: whyInvalid(raw, base) } };
  // Node gives back the string that it was given if that is the URL already: mostly a piece of a page.
  if (href.startsWith('https://') || href.startsWith('http://')) return { ok: true, href: detach(href) };
  return { ok: false, refusal: { reason: 'scheme', detail: href.slice(0, href.indexOf(':')) }, href };
}

/** Returns the text to parse: with `encodeBackslash`, backslashes in the path are percent-encoded. */
export function mended(raw: string, { encodeBackslash }: Repairs): string {
  return encodeBackslash && raw.includes('\\') ? withEncodedBackslashes(raw) : raw;
}

/**
 * Encodes backslashes of the path only: in scheme and host they stand for slashes, and after the path the parser keeps
 * them.
 */
function withEncodedBackslashes(raw: string): string {
  const [, before = '', path = '', rest = ''] =
    /^(\s*(?:https?:)?[/\\]{2}[^/\\?#]*)?([^?#]*)(.*)$/is.exec(raw) ?? [];
  return before + path.replaceAll('\\', '%5C') + rest;
}

/** Removes white space and `%20` from the host, as Combine does: `http://www.%20example.org/`. */
function repaired(raw: string): string | undefined {
  const [, scheme, authority = '', rest = ''] = /^\s*(https?:\/\/)([^/?#]*)(.*)$/is.exec(raw) ?? [];
  if (scheme === undefined || !/\s|%20/.test(authority)) return undefined;
  return URL.parse(scheme + authority.replace(/\s|%20/g, '') + rest)?.href;
}

function whyInvalid(raw: string, base: string | undefined): string {
  if (/^[\0-\x20]*https?:/i.test(raw)) return 'its host or its port is not valid';
  return base === undefined ? 'not an absolute URL' : 'not a URL';
}
