declare const canonical: unique symbol;
declare const host: unique symbol;

/** A URL in canonical form (`canonicalise`): the identity of a page. Absolute, http or https, no fragment. */
export type CanonicalUrl = string & { readonly [canonical]: true };

/** Lower-case, punycode, with the port when it is not the scheme's default: the unit of politeness and order. */
export type HostName = string & { readonly [host]: true };

/** Why a string is not a URL that can be crawled. */
export type UrlRefusal =
  | { readonly reason: 'invalid'; readonly detail: string }
  | { readonly reason: 'scheme'; readonly detail: string };

export type Canonical =
  | { readonly ok: true; readonly url: CanonicalUrl; readonly host: HostName }
  | { readonly ok: false; readonly refusal: UrlRefusal };

/** Schemes that Winnow speaks. */
const schemes = new Set(['http:', 'https:']);
/** RFC 1035 §2.3.4: no longer name can be resolved. */
const maxHostLength = 253;

/**
 * The canonical form of a URL by the WHATWG URL standard: parsed (against `base` when relative), host in lower
 * case and punycode without a trailing dot, default port, userinfo and fragment removed, dot segments resolved.
 * Idempotent: the canonical form of a canonical URL is itself.
 */
export function canonicalise(raw: string, base?: string): Canonical {
  const url = URL.parse(raw, base);
  if (url === null) return { ok: false, refusal: { reason: 'invalid', detail: 'not a URL' } };
  if (!schemes.has(url.protocol)) {
    return { ok: false, refusal: { reason: 'scheme', detail: url.protocol.slice(0, -1) } };
  }
  if (url.hash !== '' || url.href.endsWith('#')) url.hash = '';
  if (url.username !== '') url.username = '';
  if (url.password !== '') url.password = '';
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.replace(/\.+$/, '');
  if (url.hostname === '') return { ok: false, refusal: { reason: 'invalid', detail: 'no host' } };
  if (url.hostname.length > maxHostLength) {
    return { ok: false, refusal: { reason: 'invalid', detail: 'a host name of more than 253 characters' } };
  }
  return { ok: true, url: url.href as CanonicalUrl, host: url.host as HostName };
}

/** The host of a canonical URL. */
export function hostOf(url: CanonicalUrl): HostName {
  const start = url.indexOf('://') + 3;
  return url.slice(start, url.indexOf('/', start)) as HostName;
}

/** Scheme and authority of a canonical URL, for example `https://example.org:8443`: the reach of a robots.txt. */
export function authorityOf(url: CanonicalUrl): string {
  return url.slice(0, url.indexOf('/', url.indexOf('://') + 3));
}
