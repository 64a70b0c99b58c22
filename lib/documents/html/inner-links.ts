import type { Extract, InnerDocument, Markup, MarkupLink } from './markup.ts';
import { foundLinks } from './plain-text.ts';

/** Documents in documents are read to this depth, and so many of a page: each is read anew. */
const maxDepth = 3;
const maxDocuments = 100;

/** Elements whose links a person can follow in a frame; what an inner document says of itself is not said of the page. */
const followed: ReadonlySet<string> = new Set<MarkupLink['element']>(['a', 'area', 'frame', 'iframe']);

/** Adds the links of documents that `iframe` elements write out, behind those of the page. Their text is no text of the page. */
export function withInnerLinks(markup: Markup, read: Extract, maxLinks = Number.POSITIVE_INFINITY): Markup {
  if (markup.inner === undefined) return markup;
  const { inner, ...page } = markup;
  const links = [...page.links];
  let more = page.moreLinks ?? 0;
  let left = maxDocuments;
  let documents: readonly InnerDocument[] = inner;
  for (let depth = 0; depth < maxDepth && left > 0 && documents.length > 0; depth++) {
    const deeper: InnerDocument[] = [];
    for (const { html, place } of documents.slice(0, left)) {
      const found = read(html);
      for (const link of found.links) {
        if (!followed.has(link.element)) continue;
        if (links.length < maxLinks) links.push(innerLink(link, place, found.baseHref));
        else more += 1;
      }
      for (const document of found.inner ?? []) deeper.push({ ...document, place });
    }
    left -= documents.length;
    documents = deeper;
  }
  return { ...page, ...foundLinks(links, more) };
}

/** Without a `base` of its own an inner document has that of the page (HTML §2.4.3); a relative one is passed over. */
function innerLink(
  { at: _, ...link }: MarkupLink,
  place: InnerDocument['place'],
  base: string | undefined,
): MarkupLink {
  const href = base === undefined ? link.href : (URL.parse(link.href, base)?.href ?? link.href);
  return { ...link, href, place };
}
