import type { UrlRefusal } from './url.ts';
import type { UrlSettings } from './url-settings.ts';

/** What the URL parser made of a string; `href` is there as soon as it is a URL at all, of whatever scheme. */
export type Parsed =
  | { readonly ok: true; readonly href: string }
  | { readonly ok: false; readonly refusal: UrlRefusal; readonly href?: string };

/** What is mended in a link before it is parsed; both as Combine does it, no browser does. */
export type Repairs = Pick<UrlSettings, 'repairHost' | 'encodeBackslash'>;

/**
 * The WHATWG parse, of http and https only. It is what clients do to every URL before they ask: white space around it
 * and line ends in it dropped, scheme and host in lower case, the host in punycode, the default port gone, `\` as `/`, dot
 * segments resolved, and what may not stand in a URL percent-encoded.
 */
export function parse(raw: string, base: string | undefined, repairs: Repairs): Parsed {
  const written = mended(raw, repairs);
  const href = URL.parse(written, base)?.href ?? (repairs.repairHost ? repaired(written) : undefined);
  if (href === undefined) return { ok: false, refusal: { reason: 'invalid', detail: whyInvalid(raw, base) } };
  if (href.startsWith('https://') || href.startsWith('http://')) return { ok: true, href };
  return { ok: false, refusal: { reason: 'scheme', detail: href.slice(0, href.indexOf(':')) }, href };
}

/** What the parser is given: a string, or what `encodeBackslash` makes of it. */
export function mended(raw: string, { encodeBackslash }: Repairs): string {
  return encodeBackslash && raw.includes('\\') ? withEncodedBackslashes(raw) : raw;
}

/** Those in the path: in scheme and host a backslash is none, and behind the path the parser leaves it. */
function withEncodedBackslashes(raw: string): string {
  const [, before = '', path = '', rest = ''] =
    /^(\s*(?:https?:)?[/\\]{2}[^/\\?#]*)?([^?#]*)(.*)$/is.exec(raw) ?? [];
  return before + path.replaceAll('\\', '%5C') + rest;
}

/** Combine's repair of `http://www.%20example.org/`. */
function repaired(raw: string): string | undefined {
  const [, scheme, authority = '', rest = ''] = /^\s*(https?:\/\/)([^/?#]*)(.*)$/is.exec(raw) ?? [];
  if (scheme === undefined || !/\s|%20/.test(authority)) return undefined;
  return URL.parse(scheme + authority.replace(/\s|%20/g, '') + rest)?.href;
}

function whyInvalid(raw: string, base: string | undefined): string {
  if (/^[\0-\x20]*https?:/i.test(raw)) return 'its host or its port is not valid';
  return base === undefined ? 'not an absolute URL' : 'not a URL';
}
