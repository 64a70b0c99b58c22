import { detach } from '../bytes/detach.ts';
import '@exodus/bytes/encoding.js';
import { percentEncodeAfterEncoding } from '@exodus/bytes/whatwg.js';
import { maxHostLength, type UrlIdentity } from './identity.ts';
import type { Canonical, CanonicalUrl } from './url.ts';

/**
 * Turns the links of one page into canonical URLs; undefined for what cannot be crawled. The result is always that
 * of the identity's `canonicalise(href, base)`, with the query of a page in a legacy encoding encoded as the URL
 * standard says (§4.4: non-ASCII of a query in the document's encoding); most links get it without parsing.
 */
export type ResolveLink = (href: string) => CanonicalUrl | undefined;

/**
 * @param base the document's base URL
 * @param charset the document's encoding, a WHATWG name
 */
export function linkResolver(base: CanonicalUrl, charset: string, identity: UrlIdentity): ResolveLink {
  const root = identity.canonicalise('/', base);
  const home = root.ok ? root.url.slice(0, -1) : undefined;
  const legacy = !charset.startsWith('utf-') && charset !== 'replacement';
  return (href) => {
    if (home !== undefined && isPlainPath(href)) {
      const url = detach(home + href);
      return identity.mayChange(href) ? urlOf(identity.refine(url)) : (url as CanonicalUrl);
    }
    if (isPlainUrl(href)) {
      const url = detach(href);
      const refines = identity.goesByHost || href.length > maxHostLength || identity.mayChange(href);
      return refines ? urlOf(identity.refine(url)) : (url as CanonicalUrl);
    }
    return urlOf(identity.canonicalise(legacy ? withEncodedQuery(href, charset) : href, base));
  };
}

function urlOf(canonical: Canonical): CanonicalUrl | undefined {
  return canonical.ok ? canonical.url : undefined;
}

/**
 * A path and a query of characters that the URL standard leaves as they are wherever they stand; no segment begins
 * with a dot, so that none is a dot segment, and the first one is not empty, so that it is no authority.
 */
const segment = '[\\w~!$&()*+,;=:@?-][\\w~!$&()*+,;=:@?.-]*';
const plainPath = new RegExp(`^/(?:${segment}(?:/(?:${segment})?)*)?$`);
/** A host of plain labels (no punycode to validate) whose last one has letters only (so that it is no address). */
const plainUrl = new RegExp(
  `^https?://(?:[a-z0-9]+(?:-[a-z0-9]+)*\\.)+[a-z]{2,}/(?:${segment})?(?:/(?:${segment})?)*$`,
);

// biome-ignore lint/suspicious/noControlCharactersInRegex: what is not ASCII.
const nonAscii = /[^\x00-\x7f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: what the URL parser strips and removes before all else.
const removed = /^[\x00-\x20]+|(?<![\x00-\x20])[\x00-\x20]+$|[\t\n\r]/g;

/** Whether it is a path, perhaps with a query, that the URL standard leaves as it is, whatever URL it is relative to. */
export function isPlainPath(href: string): boolean {
  return plainPath.test(href);
}

/** Whether it is a URL of a named host that the URL standard leaves as it is. */
export function isPlainUrl(href: string): boolean {
  return plainUrl.test(href);
}

function withEncodedQuery(href: string, charset: string): string {
  if (!nonAscii.test(href)) return href;
  const [, before = '', query = '', fragment = ''] =
    /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(href.replace(removed, '')) ?? [];
  return query === '' ? href : before + percentEncodeAfterEncoding(charset, query, ' "#\'<>') + fragment;
}
