import { besides, honest, type Plot, type Section } from '../section.ts';
import { article, linkLine, linkList, paragraphs, titleOf } from '../text/markup.ts';
import { dice } from '../text/prose.ts';

/** A wiki of the MediaWiki kind: everything is a parameter of one script, and each article has its form and history. */
export function wiki({ at, seed }: Plot, { articles }: { readonly articles: number }): Section {
  const ids = Array.from({ length: articles }, (_, i) => `wiki-${i}`);
  const name = (id: string): string => `${titleOf(seed, id).replace(/\W+/g, '_')}_${id.slice(5)}`;
  const byName = new Map(ids.map((id) => [name(id), id]));
  const href = (id: string, action = ''): string =>
    `${at}/index.php?title=${name(id)}${action && `&action=${action}`}`;

  return {
    kind: 'wiki',
    shape: 'index.php',
    honest: ids,
    nav: () => [{ href: href('wiki-0'), anchor: 'Wiki' }],
    answer({ path, query }) {
      const id = byName.get(query.get('title') ?? '');
      if (path !== `${at}/index.php` || id === undefined) return undefined;
      const title = titleOf(seed, id);
      const action = query.get('action');
      if (action === 'edit')
        return besides({
          title: `Editing ${title}`,
          main: paragraphs(['You do not have permission to edit this page.']),
        });
      if (action === 'history')
        return besides({ title: `History of ${title}`, main: paragraphs(['One revision.']) });
      const index = ids.indexOf(id);
      const roll = dice(seed, id, 'links');
      const linked = [2 * index + 1, 2 * index + 2, roll.below(articles), roll.below(articles)];
      const links = linked
        .flatMap((other) => ids[other] ?? [])
        .map((other) => ({ href: href(other), anchor: titleOf(seed, other) }));
      const draft = article(130, [seed, id]);
      const tools = [
        { href: href(id, 'edit'), anchor: 'Edit' },
        { href: href(id, 'history'), anchor: 'History' },
      ];
      return honest(id, { ...draft, main: draft.main + linkList(links) + linkLine(tools) });
    },
  };
}
