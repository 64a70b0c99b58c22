import { honest, type Plot, type Section } from '../section.ts';
import { article, linkLine, linkList, titleOf } from '../text/markup.ts';

export interface CategoriesOptions {
  readonly categories: number;
  /** Pages of each category. */
  readonly pages: number;
  readonly perPage: number;
  /** Every article is named by so many tags, each with a page of its own. */
  readonly tags: number;
}

/** Articles behind `?cat=3&page=7` only, and tags whose pages name articles that were known already. */
export function categories(
  { at, seed }: Plot,
  { categories, pages, perPage, tags }: CategoriesOptions,
): Section {
  const lists = Array.from(
    { length: categories * pages },
    (_, i) => `list-${Math.floor(i / pages)}-${i % pages}`,
  );
  const ids = Array.from({ length: lists.length * perPage }, (_, i) => `entry-${i}`);
  const labels = Array.from({ length: tags }, (_, i) => `tag-${i}`);
  const href = (category: number, page: number): string =>
    `${at}?cat=${category}${page > 0 ? `&page=${page + 1}` : ''}`;
  const byHref = new Map(lists.map((list, i) => [href(Math.floor(i / pages), i % pages), list]));
  const tagsOf = (index: number): readonly string[] =>
    [labels[index % tags], labels[(index * 7 + 3) % tags]].filter((tag) => tag !== undefined);
  const linkTo = (id: string) => ({ href: `${at}/${id}`, anchor: titleOf(seed, id) });

  return {
    kind: 'categories',
    shape: 'cat-page',
    honest: [...lists, ...ids, ...labels, 'index'],
    nav: () => [{ href: at, anchor: 'Categories' }],
    answer({ href: asked }) {
      if (asked === at) {
        const links = Array.from({ length: categories }, (_, i) => ({
          href: href(i, 0),
          anchor: `Category ${i + 1}`,
        }));
        return honest('index', { title: 'Categories', main: linkList(links) });
      }
      const list = byHref.get(asked);
      if (list !== undefined) {
        const place = lists.indexOf(list);
        const [category, page] = [Math.floor(place / pages), place % pages];
        const next = page + 1 < pages ? [{ href: href(category, page + 1), anchor: 'Next page' }] : [];
        const shown = ids.slice(place * perPage, (place + 1) * perPage);
        const title = `Category ${category + 1}, page ${page + 1}`;
        return honest(list, { title, main: linkList(shown.map(linkTo)) + linkLine(next) });
      }
      const id = asked.slice(at.length + 1);
      if (asked !== `${at}/${id}`) return undefined;
      if (labels.includes(id)) {
        const shown = ids.filter((_, i) => tagsOf(i).includes(id));
        return honest(id, { title: `Tagged ${id}`, main: linkList(shown.map(linkTo)) });
      }
      const index = ids.indexOf(id);
      if (index < 0) return undefined;
      return honest(
        id,
        article(
          80,
          [seed, id],
          tagsOf(index).map((tag) => ({ href: `${at}/${tag}`, anchor: tag })),
        ),
      );
    },
  };
}
