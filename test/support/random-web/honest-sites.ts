import { type Answer, type Asked, besides, honest, type Plot, type Section } from '../trap-web/section.ts';
import { article, linkLine, linkList, paragraphs, titleOf } from '../trap-web/text/markup.ts';
import { dice, prose, slug } from '../trap-web/text/prose.ts';
import { idOf, type UrlForm } from './url-forms.ts';

interface Shaped {
  readonly pages: number;
  readonly form: UrlForm;
}

const link = (href: string, anchor: string) => ({ href, anchor });

/** A section whose pages are numbered from 0; its first one stands in the navigation. */
function numbered(
  { at }: Plot,
  { pages, form }: Shaped,
  kind: string,
  page: (key: number, asked: Asked, href: (key: number) => string) => Answer,
): Section {
  const href = (key: number): string => form.write(at, key);
  return {
    kind,
    shape: `${form.name} ${pages}`,
    honest: Array.from({ length: pages }, (_, i) => String(i)),
    nav: () => [link(href(0), kind)],
    answer(asked) {
      const key = form.read(at, asked);
      return key !== undefined && key < pages ? page(key, asked, href) : undefined;
    },
  };
}

/** Pages each of which leads to the next only. */
export function singleLinked(plot: Plot, options: Shaped): Section {
  return numbered(plot, options, 'chapters', (key, _asked, href) =>
    honest(
      String(key),
      article(70, [plot.seed, key], key + 1 < options.pages ? [link(href(key + 1), 'Next')] : []),
    ),
  );
}

/** Pages that lead to each other at random, each with an edit form and a history that says little. */
export function looseWiki(plot: Plot, options: Shaped): Section {
  const { pages } = options;
  const site = numbered(plot, options, 'wiki', (key, _asked, href) => {
    const roll = dice(plot.seed, 'links', key);
    const others = [(key + 1) % pages, roll.below(pages), roll.below(pages), Math.floor(key / 2)];
    const links = others.map((to) => link(href(to), titleOf(plot.seed, to)));
    const tools = ['edit', 'history'].map((tool) => link(`${plot.at}/tool?do=${tool}&page=${key}`, tool));
    const draft = article(80, [plot.seed, key], links);
    return honest(String(key), { ...draft, main: draft.main + linkLine(tools) });
  });
  return {
    ...site,
    answer: (asked) =>
      asked.path === `${plot.at}/tool`
        ? besides({ title: 'Tool', main: `<p>Sign in to go on with page ${asked.query.get('page')}.</p>` })
        : site.answer(asked),
  };
}

/** Lists of goods whose pages differ by name and price only. */
export function nearEqualShop({ at, seed }: Plot, { pages, form }: Shaped): Section {
  const perList = 12;
  const lists = Math.ceil(pages / perList);
  const nameOf = (key: number): string => slug(dice(seed, 'name', key), 3).replaceAll('-', ' ');
  const listHref = (page: number): string => `${at}/goods?page=${page}`;
  const common = paragraphs(prose(dice(seed, 'common'), 60));

  function list(page: number): Answer {
    const keys = Array.from({ length: perList }, (_, i) => page * perList + i).filter((key) => key < pages);
    const goods = keys.map((key) => link(form.write(`${at}/g`, key), nameOf(key)));
    const next = page + 1 < lists ? [link(listHref(page + 1), 'Next page')] : [];
    return honest(`list ${page}`, {
      title: 'Goods',
      main: `<h1>Goods</h1>${linkList(goods)}${linkLine(next)}`,
    });
  }

  return {
    kind: 'shop',
    shape: `${form.name} ${pages}`,
    honest: [
      ...Array.from({ length: lists }, (_, i) => `list ${i}`),
      ...Array.from({ length: pages }, (_, i) => String(i)),
    ],
    nav: () => [link(listHref(0), 'Shop')],
    answer(asked) {
      const page = asked.path === `${at}/goods` ? Number(asked.query.get('page') ?? -1) : -1;
      if (page >= 0 && page < lists) return list(page);
      const key = form.read(`${at}/g`, asked);
      if (key === undefined || key >= pages) return undefined;
      const price = `${dice(seed, 'price', key).below(900) + 40}.${dice(seed, 'cents', key).below(90) + 10}`;
      const main = `<h1>${nameOf(key)}</h1><p>Our ${nameOf(key)} costs ${price} euros.</p>${common}`;
      return honest(String(key), { title: nameOf(key), main });
    },
  };
}

/** Boards, each a list of threads on some pages, and threads of one or more pages. */
export function looseForum({ at, seed }: Plot, { pages, form }: Shaped): Section {
  const boards = 3;
  const perPage = 10;
  const lists = Math.ceil(pages / boards / perPage);
  const threadHref = (key: number): string => form.write(`${at}/t`, key);
  const boardHref = (board: number, page: number): string =>
    page === 0 ? `${at}/b${board}` : `${at}/b${board}?start=${page * perPage}`;

  function board(index: number, page: number): Answer {
    const keys = Array.from({ length: perPage }, (_, i) => (page * perPage + i) * boards + index);
    const threads = keys.filter((key) => key < pages).map((key) => link(threadHref(key), titleOf(seed, key)));
    const pager = Array.from({ length: lists }, (_, i) => link(boardHref(index, i), String(i + 1)));
    const main = `<h1>Board ${index}</h1>${linkList(threads)}${linkLine(pager)}`;
    return honest(`board ${index} ${page}`, { title: `Board ${index}`, main });
  }

  return {
    kind: 'forum',
    shape: `${form.name} ${pages}`,
    honest: [
      ...Array.from({ length: boards }, (_, i) => i).flatMap((i) =>
        Array.from({ length: lists }, (_, page) => `board ${i} ${page}`),
      ),
      ...Array.from({ length: pages }, (_, i) => String(i)),
    ],
    nav: () => Array.from({ length: boards }, (_, i) => link(boardHref(i, 0), `Board ${i}`)),
    answer(asked) {
      const [, index] = /^\/b(\d)$/.exec(asked.path.startsWith(at) ? asked.path.slice(at.length) : '') ?? [];
      if (index !== undefined && Number(index) < boards) {
        const page = Number(asked.query.get('start') ?? 0) / perPage;
        return page < lists ? board(Number(index), page) : undefined;
      }
      if (asked.path === `${at}/reply`) return besides({ title: 'Reply', main: '<p>Sign in to reply.</p>' });
      const key = form.read(`${at}/t`, asked);
      if (key === undefined || key >= pages) return undefined;
      const reply = link(`${at}/reply?thread=${idOf(key)}`, 'Reply');
      return honest(String(key), article(90, [seed, key], [reply]));
    },
  };
}

/** An index that leads to pages of prose, and to some that are gone. */
export function shelf(plot: Plot, { pages, form }: Shaped): Section {
  const { at, seed } = plot;
  const perShelf = 25;
  const shelves = Math.ceil(pages / perShelf);
  const shelfHref = (shelf: number): string => `${at}/shelf-${shelf}/`;
  return {
    kind: 'articles',
    shape: `${form.name} ${pages}`,
    honest: [
      ...Array.from({ length: shelves }, (_, i) => `shelf ${i}`),
      ...Array.from({ length: pages }, (_, i) => String(i)),
    ],
    nav: () => Array.from({ length: Math.min(4, shelves) }, (_, i) => link(shelfHref(i), `Shelf ${i}`)),
    answer(asked) {
      const [, index] =
        /^\/shelf-(\d+)\/$/.exec(asked.href.startsWith(at) ? asked.href.slice(at.length) : '') ?? [];
      if (index !== undefined && Number(index) < shelves) {
        const first = Number(index) * perShelf;
        const keys = Array.from({ length: perShelf }, (_, i) => first + i).filter((key) => key < pages);
        const links = keys.map((key) => link(form.write(at, key), titleOf(seed, key)));
        const more = Array.from({ length: shelves }, (_, i) => link(shelfHref(i), `Shelf ${i}`));
        const gone = [link(form.write(at, pages + Number(index)), 'Gone')];
        const main = `<h1>Shelf ${index}</h1>${linkList([...links, ...gone])}${linkLine(more)}`;
        return honest(`shelf ${index}`, { title: `Shelf ${index}`, main });
      }
      const key = form.read(at, asked);
      if (key === undefined || key >= pages + shelves) return undefined;
      if (key >= pages) return besides({ title: 'Gone', main: '<p>This page is gone.</p>', status: 404 });
      return honest(String(key), article(60, [seed, key]));
    },
  };
}

/** Some lists that lead to nothing but errors. */
export function deadLinks({ at, seed }: Plot, { pages, form }: Shaped): Section {
  const lists = 4;
  return {
    kind: 'soft-404',
    shape: `dead ${form.name} ${pages}`,
    honest: Array.from({ length: lists }, (_, i) => `list ${i}`),
    nav: () => Array.from({ length: lists }, (_, i) => link(`${at}/links-${i}`, `Links ${i}`)),
    answer(asked) {
      const [, index] =
        /^\/links-(\d)$/.exec(asked.href.startsWith(at) ? asked.href.slice(at.length) : '') ?? [];
      if (index !== undefined && Number(index) < lists) {
        const keys = Array.from({ length: pages }, (_, i) => i).filter(
          (key) => key % lists === Number(index),
        );
        return honest(
          `list ${index}`,
          article(
            40,
            [seed, index],
            keys.map((key) => link(form.write(`${at}/x`, key), `Link ${key}`)),
          ),
        );
      }
      const key = form.read(`${at}/x`, asked);
      if (key === undefined || key >= pages) return undefined;
      return {
        owner: { trap: 'soft-404' },
        draft: { title: 'Not found', main: '<p>Not found.</p>', status: 404 },
      };
    },
  };
}
