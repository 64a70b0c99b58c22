import type { LinkElement } from './link.ts';

/** Sources of URLs for recycling: links of pages, redirects, URLs in plain text, sitemaps and feeds. */
export const linkSources = ['links', 'redirects', 'text', 'sitemaps'] as const;
export type LinkSource = (typeof linkSources)[number];

export function sourceOf(element: LinkElement): LinkSource {
  switch (element) {
    case 'redirect':
      return 'redirects';
    case 'text':
      return 'text';
    case 'sitemap':
    case 'feed':
    case 'index':
    case 'robots':
      return 'sitemaps';
    default:
      return 'links';
  }
}
