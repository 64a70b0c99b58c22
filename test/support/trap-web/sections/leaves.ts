import { type Answer, besides, type Draft, honest, type Plot, type Section } from '../section.ts';
import { article, linkLine, linkList } from '../text/markup.ts';
import { dice } from '../text/prose.ts';
import { adjectives, nouns, places } from '../text/vocabulary.ts';

export interface LeavesOptions {
  readonly kind: string;
  readonly count: number;
  /** Leaves named by one page of the index. */
  readonly perIndexPage: number;
  /** `/p/123`, `?id=123`, `/p/3f9a…`: how a leaf is named. */
  readonly form: 'number' | 'query' | 'hex';
  /** `caption`: a few words. `number`: nothing but its number. Otherwise so many words of prose. */
  readonly text: 'caption' | 'number' | number;
  /** Links to the leaves before and after. */
  readonly chained: boolean;
  /** The index names the first only, as of a story in parts. */
  readonly serial?: boolean;
  /** Leaves without anything: the first so many, and this share of the others. */
  readonly hollow?: { readonly first: number; readonly share: number; readonly as: Hollow };
}

/** A status of 404, a text that all of them have, or a redirect to where the page has moved. */
export type Hollow = 'missing' | 'placeholder' | 'moved';

/** Many pages of one pattern, all different, all honest: items, photographs, entries of a directory. */
export function leaves({ at, seed }: Plot, options: LeavesOptions): Section {
  const { kind, count, perIndexPage, form, text, chained, serial = false, hollow } = options;
  const ids = Array.from({ length: count }, (_, i) => `leaf-${i}`);
  const name = (id: string): string =>
    form === 'hex'
      ? Math.floor(dice(seed, id).next() * 2 ** 52).toString(16)
      : String(1_000 + ids.indexOf(id) * 7);
  const isHollow = (id: string): boolean =>
    hollow !== undefined && (ids.indexOf(id) < hollow.first || dice(seed, id, 'hollow').chance(hollow.share));
  const isMoved = (id: string): boolean => hollow?.as === 'moved' && isHollow(id);
  const path = (id: string): string => (form === 'query' ? `${at}/view?id=${name(id)}` : `${at}/${name(id)}`);
  const byHref = new Map(ids.map((id) => [path(id), id]));
  const indexPages = serial ? 1 : Math.ceil(count / perIndexPage);
  const indexHref = (page: number): string => (page === 0 ? `${at}/` : `${at}/?page=${page + 1}`);
  const indexByHref = new Map(Array.from({ length: indexPages }, (_, page) => [indexHref(page), page]));

  function draft(id: string): Draft {
    const index = ids.indexOf(id);
    const around = chained ? [ids[index - 1], ids[index + 1]].filter((one) => one !== undefined) : [];
    const links = linkLine([
      { href: indexHref(serial ? 0 : Math.floor(index / perIndexPage)), anchor: 'Back' },
      ...around.map((one) => ({ href: path(one), anchor: one === ids[index - 1] ? 'Previous' : 'Next' })),
    ]);
    if (typeof text === 'number') {
      const page = article(text, [seed, id]);
      return { ...page, main: page.main + links };
    }
    const roll = dice(seed, id, 'caption');
    const caption = `${roll.pick(adjectives)} ${roll.pick(nouns)}, ${roll.pick(places)}`;
    const title = text === 'caption' ? caption : `Photograph ${index + 1} of ${count}`;
    return { title, main: `<img src="/img/${name(id)}.jpg" alt=""><p>${title}</p>${links}` };
  }

  function emptied(id: string, as: Hollow): Answer {
    if (as === 'moved') return { owner: {}, to: `${at}/moved-here/${name(id)}`, status: 301 };
    const main =
      as === 'missing' ? '<p>There is no such page.</p>' : '<p>This page has not been written yet.</p>';
    return besides({ title: 'Nothing yet', main, ...(as === 'missing' ? { status: 404 } : {}) });
  }

  return {
    kind,
    shape: `${form}-${text}${chained ? '-chained' : ''}${serial ? '-serial' : ''}${hollow ? `-${hollow.as}` : ''}`,
    honest: [...indexByHref.values()]
      .map((page) => `index-${page}`)
      .concat(ids.filter((id) => !isHollow(id) || isMoved(id))),
    nav: () => [{ href: indexHref(0), anchor: kind }],
    answer({ href }) {
      const page = indexByHref.get(href);
      if (page !== undefined) {
        const shown = serial ? ids.slice(0, 1) : ids.slice(page * perIndexPage, (page + 1) * perIndexPage);
        const next = page + 1 < indexPages ? [{ href: indexHref(page + 1), anchor: 'Next page' }] : [];
        const main = `<h1>${kind}</h1>${linkList(shown.map((id) => ({ href: path(id), anchor: name(id) })))}${linkLine(next)}`;
        return honest(`index-${page}`, { title: `${kind}, page ${page + 1}`, main });
      }
      const id = byHref.get(href.replace('/moved-here/', '/'));
      if (id === undefined || (href.includes('/moved-here/') && !isMoved(id))) return undefined;
      if (hollow && isHollow(id) && !href.includes('/moved-here/')) return emptied(id, hollow.as);
      return honest(id, draft(id));
    },
  };
}
