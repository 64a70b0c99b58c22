import type { Answer, Asked, PageLink, Plot, Section, TrapKind } from '../trap-web/section.ts';
import { article, linkList } from '../trap-web/text/markup.ts';
import { dice } from '../trap-web/text/prose.ts';
import { idOf } from './url-forms.ts';

export interface CopyOptions {
  readonly kind: TrapKind;
  /** Pages of the site that is copied. */
  readonly pages: number;
  /** Links of a page to others of its copy. */
  readonly links: number;
  /** Where the name of the copy stands; `@` is the name, `#` the page. */
  readonly place: string;
  /** `answer`: each answer links under a name of its own. `mirror`: each copy leads to itself and to the next. */
  readonly named: 'answer' | 'mirror';
  readonly name: 'id' | 'number';
}

/** One small site under names without end: sessions, mirrors, versions. A page is honest once, under any name. */
export function copies({ at, seed }: Plot, options: CopyOptions): Section {
  const { kind, pages, place, named, name } = options;
  const ids = Array.from({ length: pages }, (_, i) => String(i));
  const nameOf = (copy: number): string => (name === 'id' ? idOf(copy + 1) : String(1000 + copy));
  const hrefOf = (copy: number, page: number): string =>
    `${at}${place.replace('@', nameOf(copy)).replace('#', String(page))}`;
  const escaped = place.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const form = new RegExp(`^${escaped.replace('@', '(?<copy>[0-9a-f]+)').replace('#', '(?<page>\\d+)')}$`);
  const copyOf = (text: string): number => {
    for (let copy = 0; copy < 4_000; copy++) if (nameOf(copy) === text) return copy;
    return 0;
  };

  function answer(asked: Asked): Answer | undefined {
    const { copy: copyName, page: pageName } = asked.href.startsWith(at)
      ? (form.exec(asked.href.slice(at.length))?.groups ?? {})
      : {};
    if (copyName === undefined || pageName === undefined || !ids.includes(pageName)) return undefined;
    const page = Number(pageName);
    const copy = named === 'answer' ? asked.serial : copyOf(copyName);
    const roll = dice(seed, 'links', page);
    const others = [
      (page + 1) % pages,
      ...Array.from({ length: options.links - 1 }, () => roll.below(pages)),
    ];
    const links: PageLink[] = others.map((to) => ({ href: hrefOf(copy, to), anchor: `To ${to}` }));
    if (named === 'mirror') links.push({ href: hrefOf(copy + 1, page), anchor: 'Another server' });
    const draft = article(70, [seed, page]);
    return { owner: { id: pageName, trap: kind }, draft: { ...draft, main: draft.main + linkList(links) } };
  }

  return {
    kind,
    shape: `${named} ${name} ${place}`,
    honest: ids,
    nav: () => [],
    home: (asked) => [{ href: hrefOf(named === 'answer' ? asked.serial : 0, 0), anchor: 'Enter' }],
    answer,
  };
}
