import { honest, type Plot, type Section } from '../section.ts';
import { article, linkLine, linkList, paragraphs, titleOf } from '../text/markup.ts';
import { dice, prose } from '../text/prose.ts';

export interface CommentsOptions {
  readonly articles: number;
  /** Pages of comments of each article. */
  readonly pages: number;
}

/** Articles with their comments in pages, which say nothing of the article but its title. */
export function comments({ at, seed }: Plot, { articles, pages }: CommentsOptions): Section {
  const ids = Array.from({ length: articles }, (_, i) => `story-${i}`);
  const commentsHref = (id: string, page: number): string => `${at}/${id}/comments?page=${page}`;

  return {
    kind: 'comments',
    shape: 'pages',
    honest: [
      'index',
      ...ids,
      ...ids.flatMap((id) => Array.from({ length: pages }, (_, i) => `${id} ${i + 1}`)),
    ],
    nav: () => [{ href: `${at}/`, anchor: 'Stories' }],
    answer({ path, query }) {
      if (path === `${at}/`) {
        const links = ids.map((id) => ({ href: `${at}/${id}`, anchor: titleOf(seed, id) }));
        return honest('index', { title: 'Stories', main: linkList(links) });
      }
      const [id = '', below, ...rest] = path.slice(at.length + 1).split('/');
      if (!path.startsWith(`${at}/`) || !ids.includes(id) || rest.length > 0) return undefined;
      if (below === undefined && query.size === 0)
        return honest(id, article(120, [seed, id], [{ href: commentsHref(id, 1), anchor: 'Comments' }]));
      const page = Number(query.get('page'));
      if (below !== 'comments' || !(page >= 1 && page <= pages)) return undefined;
      const texts = [1, 2, 3, 4].flatMap((number) => prose(dice(seed, id, page, number), 15));
      const next = page < pages ? [{ href: commentsHref(id, page + 1), anchor: 'Older comments' }] : [];
      const title = `Comments on ${titleOf(seed, id)}`;
      return honest(`${id} ${page}`, { title, main: paragraphs(texts) + linkLine(next) });
    },
  };
}
