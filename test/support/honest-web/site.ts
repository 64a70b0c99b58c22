import { type Draft, honest, type PageLink, type Plot, type Section } from '../trap-web/section.ts';
import { linkLine, linkList, paragraphs } from '../trap-web/text/markup.ts';
import { dice, prose } from '../trap-web/text/prose.ts';
import { longestChain, type Shape } from './shape.ts';

/** What the pages of a site say. */
export interface Contents {
  readonly kind: string;
  readonly pages: number;
  /** What links to a page call it. */
  label(key: number): string;
  page(key: number): Draft;
}

const perList = 20;

/** Pages of one pattern, all honest, and the lists that lead to them. */
export function site({ at, seed }: Plot, contents: Contents, shape: Shape): Section {
  const { kind } = contents;
  const { structure, write, writeList, neighbours } = shape;
  const pages = structure === 'chain' ? longestChain : contents.pages;
  const hrefs = Array.from({ length: pages }, (_, key) => write(at, key));
  const keys = new Map(hrefs.map((href, key) => [href, key]));
  const listed = structure === 'lists' || structure === 'tree' ? Math.ceil(pages / perList) : 0;
  const lists = Array.from({ length: listed }, (_, list) => writeList(at, list));
  const listByHref = new Map(lists.map((href, list) => [href, list]));
  const indexHref = `${at}/`;
  const hasIndex = structure === 'index' || structure === 'tree';
  const entry = hasIndex ? indexHref : (lists[0] ?? hrefs[0] ?? indexHref);
  const sidebar = asideOf(seed);

  const linkTo = (key: number, anchor = contents.label(key)): PageLink => ({
    href: hrefs[key] ?? '',
    anchor,
  });
  const listLink = (list: number, anchor: string): PageLink => ({ href: lists[list] ?? '', anchor });
  const around = <T>(key: number, count: number, make: (key: number, anchor: string) => T): readonly T[] => [
    ...(key > 0 ? [make(key - 1, 'Previous')] : []),
    ...(key + 1 < count ? [make(key + 1, 'Next')] : []),
  ];

  function item(key: number): Draft {
    const { title, main } = contents.page(key);
    const up = listed > 0 ? [listLink(Math.floor(key / perList), 'Up')] : [];
    const beside = neighbours ? around(key, pages, linkTo) : [];
    return { title, main: `${main}${linkLine([...up, ...beside])}${sidebar}` };
  }

  function list(index: number): Draft {
    const some = Array.from({ length: perList }, (_, i) => index * perList + i).filter((key) => key < pages);
    const links = linkList(some.map((key) => linkTo(key)));
    const title = `${kind}, ${structure === 'tree' ? 'part' : 'page'} ${index + 1}`;
    const pager = structure === 'lists' ? around(index, listed, listLink) : [];
    return { title, main: `<h1>${title}</h1>${links}${linkLine(pager)}${sidebar}` };
  }

  function index(): Draft {
    const links =
      listed > 0
        ? lists.map((_, key) => listLink(key, `Part ${key + 1}: ${contents.label(key * perList)} …`))
        : hrefs.map((_, key) => linkTo(key));
    return { title: kind, main: `<h1>${kind}</h1>${linkList(links)}${sidebar}` };
  }

  return {
    kind,
    shape: shape.name,
    honest: [
      ...(hasIndex ? ['index'] : []),
      ...lists.map((_, key) => `list ${key}`),
      ...hrefs.map((_, key) => String(key)),
    ],
    nav: () => [{ href: entry, anchor: kind }],
    answer({ href }) {
      const key = keys.get(href);
      if (key !== undefined) return honest(String(key), item(key));
      const listKey = listByHref.get(href);
      if (listKey !== undefined) return honest(`list ${listKey}`, list(listKey));
      return hasIndex && href === indexHref ? honest('index', index()) : undefined;
    },
  };
}

/** What stands beside every page of a site. */
function asideOf(seed: string): string {
  return `<aside><h2>About</h2>${paragraphs(prose(dice(seed, 'aside'), 25))}</aside>\n`;
}
