import type { CanonicalUrl } from '../../../base/url/url.ts';

/**
 * URLs of one host as one text, a line each, without their common part: the path alone when the URL begins with `base`
 * (scheme and authority), `!` and the path when only the scheme differs, otherwise the whole URL. Canonical URLs have no
 * line feed.
 */
export function joinUrls(urls: readonly CanonicalUrl[], base: string): string {
  const other = otherScheme(base);
  return urls
    .map((url) => {
      if (url.startsWith(base) && url[base.length] === '/') return url.slice(base.length);
      if (url.startsWith(other) && url[other.length] === '/') return `!${url.slice(other.length)}`;
      return url;
    })
    .join('\n');
}

export function splitUrls(text: string, base: string): readonly CanonicalUrl[] {
  if (text === '') return [];
  const other = otherScheme(base);
  return text.split('\n').map((line) => {
    if (line.startsWith('/')) return (base + line) as CanonicalUrl;
    return (line.startsWith('!') ? other + line.slice(1) : line) as CanonicalUrl;
  });
}

function otherScheme(base: string): string {
  return base.startsWith('https:') ? `http${base.slice(5)}` : `https${base.slice(4)}`;
}
