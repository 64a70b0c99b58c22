import { hostIn } from './url-parts.ts';

declare const canonical: unique symbol;
declare const host: unique symbol;

/** A URL in canonical form: the identity of a page of a job (`identityOf`), or of `canonicalise`. Absolute, http or https. */
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

/** The host of a canonical URL. */
export function hostOf(url: CanonicalUrl): HostName {
  return hostIn(url) as HostName;
}

/** What is asked of the host of a canonical URL: path and query. */
export function pathOf(url: CanonicalUrl): string {
  const start = url.indexOf('/', 8);
  const fragment = url.indexOf('#', start);
  return url.slice(start, fragment < 0 ? undefined : fragment);
}

/** Scheme and host of a canonical URL, for example `https://example.org:8443`: the reach of a robots.txt. */
export function authorityOf(url: CanonicalUrl): string {
  return url.slice(0, url.indexOf('//') + 2) + hostIn(url);
}
