import type { UrlRefusal } from '../url.ts';

/** What the URL parser made of a string; `href` is there as soon as it is a URL at all, of whatever scheme. */
export type Parsed =
  | { readonly ok: true; readonly href: string }
  | { readonly ok: false; readonly refusal: UrlRefusal; readonly href?: string };

/**
 * The WHATWG parse, of http and https only. It is what clients do to every URL before they ask: white space around it
 * and line ends in it dropped, scheme and host in lower case, the host in punycode, the default port gone, `\` as `/`, dot
 * segments resolved, and what may not stand in a URL percent-encoded.
 * @param repairHost takes white space out of the host of what is no URL otherwise
 */
export function parse(raw: string, base: string | undefined, repairHost: boolean): Parsed {
  const href = URL.parse(raw, base)?.href ?? (repairHost ? repaired(raw) : undefined);
  if (href === undefined) return { ok: false, refusal: { reason: 'invalid', detail: whyInvalid(raw, base) } };
  if (href.startsWith('https://') || href.startsWith('http://')) return { ok: true, href };
  return { ok: false, refusal: { reason: 'scheme', detail: href.slice(0, href.indexOf(':')) }, href };
}

/** Combine's repair of `http://www.%20example.org/`. */
function repaired(raw: string): string | undefined {
  const [, scheme, authority = '', rest = ''] = /^\s*(https?:\/\/)([^/?#]*)(.*)$/is.exec(raw) ?? [];
  if (scheme === undefined || !/\s|%20/.test(authority)) return undefined;
  return URL.parse(scheme + authority.replace(/\s|%20/g, '') + rest)?.href;
}

function whyInvalid(raw: string, base: string | undefined): string {
  if (/^[\0-\x20]*https?:/i.test(raw)) return 'its host or port is none';
  return base === undefined ? 'not an absolute URL' : 'not a URL';
}
