import { honest, type PageLink, type Plot, type Section } from '../section.ts';
import { article, linkLine, linkList, titleOf } from '../text/markup.ts';

export interface ListingOptions {
  readonly pages: number;
  /** Articles that each page leads to, which nothing else does. */
  readonly perPage: number;
  readonly words: number;
  /** Only to the next page; otherwise to all around and to the last. */
  readonly nextOnly: boolean;
  /** How the page's number is written: `?page=7`, `/page/7/`, `?start=70`, `/7`. */
  readonly form: 'query' | 'folder' | 'offset' | 'number';
}

/** News in pages: each leads to a few articles and to the page of older ones. */
export function listing({ at, seed }: Plot, options: ListingOptions): Section {
  const { pages, perPage, words, nextOnly, form } = options;
  const href = (page: number): string => {
    if (page === 1) return at;
    if (form === 'query') return `${at}?page=${page}`;
    if (form === 'offset') return `${at}?start=${(page - 1) * perPage}`;
    return form === 'folder' ? `${at}/page/${page}/` : `${at}/${page}`;
  };
  const byHref = new Map(Array.from({ length: pages }, (_, i) => [href(i + 1), i + 1]));
  const ids = Array.from({ length: pages * perPage }, (_, i) => `article-${i}`);
  const path = (id: string): string =>
    `${at}/${id}-${titleOf(seed, id)
      .toLowerCase()
      .replace(/[^a-z]+/g, '-')}`;
  const byPath = new Map(ids.map((id) => [path(id), id]));

  function neighbours(page: number): readonly PageLink[] {
    const older = { href: href(page + 1), anchor: 'Older news' };
    if (nextOnly) return page < pages ? [older] : [];
    const numbers = [1, page - 2, page - 1, page, page + 1, page + 2, pages];
    return [...new Set(numbers.filter((number) => number >= 1 && number <= pages))].map((number) => ({
      href: href(number),
      anchor: String(number),
    }));
  }

  return {
    kind: 'listing',
    shape: `${form}${nextOnly ? '-next' : ''}`,
    honest: [...byHref.values()].map((page) => `page-${page}`).concat(ids),
    nav: () => [{ href: at, anchor: 'News' }],
    answer(asked) {
      const page = byHref.get(asked.href);
      if (page !== undefined) {
        const shown = ids.slice((page - 1) * perPage, page * perPage);
        const links = shown.map((id) => ({ href: path(id), anchor: titleOf(seed, id) }));
        const main = `<h1>News, page ${page}</h1>\n${linkList(links)}${linkLine(neighbours(page))}`;
        return honest(`page-${page}`, { title: `News, page ${page}`, main });
      }
      const id = asked.query.size === 0 ? byPath.get(asked.path) : undefined;
      return id === undefined
        ? undefined
        : honest(id, article(words, [seed, id], [{ href: at, anchor: 'All news' }]));
    },
  };
}
