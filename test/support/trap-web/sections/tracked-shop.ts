import { honest, type PageLink, type Plot, type Section } from '../section.ts';
import { article, linkLine, linkList, titleOf } from '../text/markup.ts';
import { dice } from '../text/prose.ts';

export interface TrackedShopOptions {
  readonly products: number;
  /** Share of links that carry parameters which change nothing. */
  readonly tracked: number;
}

const perPage = 20;
const places = ['home', 'sidebar', 'newsletter', 'related', 'footer'];

/** A shop whose products have many URLs each: `?ref=sidebar&pos=3`, `?utm_source=…`. */
export function trackedShop({ at, seed }: Plot, { products, tracked }: TrackedShopOptions): Section {
  const ids = Array.from({ length: products }, (_, i) => `product-${i}`);
  const path = (id: string): string => `${at}/${id}`;
  const pages = Math.ceil(products / perPage);

  return {
    kind: 'tracked shop',
    shape: `${Math.round(tracked * 100)}%`,
    honest: [...ids, ...Array.from({ length: pages }, (_, page) => `page-${page}`)],
    nav: () => [{ href: `${at}/all`, anchor: 'Products' }],
    answer(asked) {
      const linkTo = (id: string, from: string, position: number): PageLink => {
        const roll = dice(seed, asked.path, id, position);
        const extra = roll.chance(tracked)
          ? `?${roll.pick([`ref=${roll.pick(places)}&pos=${position}`, `utm_source=${from}&utm_medium=link`, `from=${from}`])}`
          : '';
        return { href: path(id) + extra, anchor: titleOf(seed, id) };
      };
      if (asked.path === `${at}/all`) {
        const page = Number(asked.query.get('page') ?? 1) - 1;
        if (!(page >= 0 && page < pages)) return undefined;
        const shown = ids.slice(page * perPage, (page + 1) * perPage);
        const next = page + 1 < pages ? [{ href: `${at}/all?page=${page + 2}`, anchor: 'Next page' }] : [];
        const main = `<h1>All products</h1>${linkList(shown.map((id, i) => linkTo(id, 'list', i)))}${linkLine(next)}`;
        return honest(`page-${page}`, { title: `Products, page ${page + 1}`, main });
      }
      const id = asked.path.slice(at.length + 1);
      if (asked.path !== path(id) || !ids.includes(id)) return undefined;
      const roll = dice(seed, id, 'related');
      const related = [1, 2, 3].map((position) => linkTo(roll.pick(ids), 'related', position));
      const draft = article(60, [seed, id]);
      return honest(id, { ...draft, main: `${draft.main}<h2>Related</h2>${linkList(related)}` });
    },
  };
}
