import { honest, type Plot, type Section } from '../section.ts';
import { article } from '../text/markup.ts';
import { people } from '../text/vocabulary.ts';

export interface MembersOptions {
  readonly members: number;
  /** Pages of each member's host beside its first. */
  readonly pages: number;
}

/** Hosts below the host, one for each member, as homes of people and blogs are. */
export function members({ host, seed }: Plot, { members, pages }: MembersOptions): Section {
  const names = people.slice(0, members).map((name) => name.toLowerCase());
  const ids = Array.from({ length: pages }, (_, i) => `/entry-${i}`);

  return {
    kind: 'members',
    below: true,
    shape: `${members}`,
    honest: names.flatMap((name) => ['/', ...ids].map((path) => `${name}${path}`)),
    nav: () => [],
    home: ({ port }) => names.map((name) => ({ href: `http://${name}.${host}:${port}/`, anchor: name })),
    answer({ name, href }) {
      const member = name.slice(0, -host.length - 1);
      if (!names.includes(member)) return undefined;
      if (href !== '/' && !ids.includes(href)) return undefined;
      const links =
        href === '/'
          ? ids.map((path) => ({ href: path, anchor: path.slice(1) }))
          : [{ href: '/', anchor: member }];
      return honest(member + href, { ...article(100, [seed, member, href], links), bare: true });
    },
  };
}
