import { honest, type Plot, type Section } from '../section.ts';
import { article, linkList, titleOf } from '../text/markup.ts';
import { dice, token } from '../text/prose.ts';

/** Short links that redirect, each to an article which nothing else leads to. */
export function shortLinks({ at, seed }: Plot, { count }: { readonly count: number }): Section {
  const ids = Array.from({ length: count }, (_, i) => `target-${i}`);
  const short = (id: string): string => `${at}/r/${token(dice(seed, id, 'short'), 'base64', 7)}`;
  const byShort = new Map(ids.map((id) => [short(id), id]));

  return {
    kind: 'short links',
    shape: 'path',
    honest: ['index', ...ids],
    nav: () => [{ href: `${at}/`, anchor: 'Press' }],
    answer({ href }) {
      if (href === `${at}/`) {
        const links = ids.map((id) => ({ href: short(id), anchor: titleOf(seed, id) }));
        return honest('index', { title: 'Press', main: linkList(links) });
      }
      const target = byShort.get(href);
      if (target !== undefined) return { owner: {}, to: `${at}/${target}` };
      const id = href.slice(at.length + 1);
      return href === `${at}/${id}` && ids.includes(id) ? honest(id, article(90, [seed, id])) : undefined;
    },
  };
}
