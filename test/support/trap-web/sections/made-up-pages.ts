import { honest, type Plot, type Section, trap } from '../section.ts';
import { article, linkList, paragraphs } from '../text/markup.ts';
import { dice, headline, prose, slug, token } from '../text/prose.ts';

export interface MadeUpPages {
  /** `error`: a few words that are the same in all, and others. `any`: nothing is the same. */
  readonly text: 'error' | 'any';
  /** What a page links to: others `beside` it, at the `root`, in a `folder` of its own, or `ids`. */
  readonly links: 'beside' | 'root' | 'folder' | 'ids';
  /** Another text and other links for each answer, or for each URL. */
  readonly fresh: 'answer' | 'url';
}

const deadLinks = 2;

/** A host that has a page for every URL: none says what another says, and each leads to more of them. */
export function madeUpPages({ seed }: Plot, { text, links, fresh }: MadeUpPages): Section {
  const dead = Array.from({ length: deadLinks }, (_, i) => `/lost/${slug(dice(seed, 'dead', i), 2)}`);
  return {
    kind: 'soft-404',
    shape: `${text}-${links}-${fresh}`,
    wholeHost: true,
    honest: ['home'],
    nav: () => [{ href: '/', anchor: 'Home' }],
    home: () => dead.map((href) => ({ href, anchor: 'An older page' })),
    answer({ href, serial }) {
      if (href === '/') return honest('home', article(100, [seed, 'home']));
      const roll = dice(seed, fresh === 'url' ? href : serial);
      const words = prose(roll, 40);
      const more = [1, 2, 3].map(() => {
        const name = slug(roll, 2);
        const at = {
          beside: name,
          root: `/${name}`,
          folder: `/lost/${name}`,
          ids: `/lost/${token(roll, 'hex', 20)}`,
        };
        return { href: at[links], anchor: headline(roll) };
      });
      const draft =
        text === 'error'
          ? { title: 'Nothing here', main: paragraphs(['This page does not exist any more.', ...words]) }
          : { title: headline(roll), main: paragraphs(words) };
      return trap('soft-404', { title: draft.title, main: draft.main + linkList(more) });
    },
  };
}
