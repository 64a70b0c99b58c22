import { hostIn, isHostIn } from './url-parts.ts';

declare const canonical: unique symbol;
declare const host: unique symbol;

/**
 * An absolute http or https URL in canonical form: of a page of a job by `identityOf`, of other URLs by `canonicalise`.
 */
export type CanonicalUrl = string & { readonly [canonical]: true };

/**
 * Lower case, punycode, with the port unless it is the default of the scheme. The host is the unit of politeness and
 * order.
 */
export type HostName = string & { readonly [host]: true };

/** Why a string is not a URL that can be crawled. */
export type UrlRefusal =
  | { readonly reason: 'invalid'; readonly detail: string }
  | { readonly reason: 'scheme'; readonly detail: string };

export type Canonical =
  | { readonly ok: true; readonly url: CanonicalUrl; readonly host: HostName }
  | { readonly ok: false; readonly refusal: UrlRefusal };

/** Returns the host of a canonical URL. */
export function hostOf(url: CanonicalUrl): HostName {
  return hostIn(url) as HostName;
}

/** Whether a canonical URL is of a host. */
export function isOf(url: CanonicalUrl, host: HostName): boolean {
  return isHostIn(url, host);
}

/** Returns path and query of a canonical URL, as a request sends them. */
export function pathOf(url: CanonicalUrl): string {
  const start = url.indexOf('/', 8);
  const fragment = url.indexOf('#', start);
  return url.slice(start, fragment < 0 ? undefined : fragment);
}

/** Returns scheme and host of a canonical URL, such as `https://example.org:8443`, for which one robots.txt applies. */
export function authorityOf(url: CanonicalUrl): string {
  return url.slice(0, url.indexOf('//') + 2) + hostIn(url);
}
