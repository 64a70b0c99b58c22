import { besides, honest, type Plot, type Section } from '../trap-web/section.ts';
import { article, linkLine, linkList, titleOf } from '../trap-web/text/markup.ts';
import { dice, slug } from '../trap-web/text/prose.ts';
import { longestChain, type Shape } from './shape.ts';

const link = (href: string, anchor: string) => ({ href, anchor });

/** Lists that say nothing but the anchors of their links, which lead to other hosts: in a chain, or all known to each. */
export function anchorLists({ at, seed }: Plot, { writeList, structure }: Shape): Section {
  const isChain = structure === 'chain';
  const lists = isChain ? longestChain : 310;
  const perList = 10;
  const hrefs = Array.from({ length: lists }, (_, list) => writeList(at, list));
  const byHref = new Map(hrefs.map((href, list) => [href, list]));
  const name = (list: number, i: number): string => slug(dice(seed, list, i), 2);
  /** The lists that a pager names: the ones beside, and every tenth where it is no chain. */
  const isNamed = (list: number, from: number): boolean =>
    Math.abs(list - from) === 1 || (!isChain && (list % 10 === 0 || Math.abs(list - from) < 5));
  return {
    kind: 'lists',
    shape: `${writeList('', 0)} ${structure}`,
    honest: hrefs.map((_, list) => String(list)),
    nav: () => [link(hrefs[0] ?? '', 'Links')],
    answer({ href }) {
      const list = byHref.get(href);
      if (list === undefined) return undefined;
      const links = Array.from({ length: perList }, (_, i) =>
        link(`https://www.${name(list, i)}.example/`, name(list, i).replaceAll('-', ' ')),
      );
      const pager = hrefs.flatMap((to, i) => (isNamed(i, list) ? [link(to, String(i + 1))] : []));
      return honest(String(list), { title: 'Links', main: `${linkList(links)}${linkLine(pager)}` });
    },
  };
}

/** Articles, each with a copy to print. */
export function printCopies({ at, seed }: Plot, { write, structure, name }: Shape): Section {
  const isChain = structure === 'chain';
  const pages = isChain ? longestChain : 320;
  const hrefs = Array.from({ length: pages }, (_, key) => write(at, key));
  const copyOf = (href: string): string => `${href}${href.includes('?') ? '&' : '?'}print=1`;
  const keys = new Map(hrefs.map((href, key) => [href, key]));
  const copies = new Map(hrefs.map((href, key) => [copyOf(href), key]));
  const indexHref = `${at}/`;
  const textOf = (key: number) => article(90, [seed, key]);
  return {
    kind: 'printed articles',
    shape: name,
    honest: [...(isChain ? [] : ['index']), ...hrefs.map((_, key) => String(key))],
    nav: () => [link(isChain ? (hrefs[0] ?? '') : indexHref, 'Articles')],
    answer({ href }) {
      const key = keys.get(href);
      if (key !== undefined) {
        const draft = textOf(key);
        const next = hrefs[key + 1];
        const tools = [link(copyOf(href), 'Print'), ...(next === undefined ? [] : [link(next, 'Next')])];
        return honest(String(key), { title: draft.title, main: draft.main + linkLine(tools) });
      }
      const copied = copies.get(href);
      if (copied !== undefined) return besides({ ...textOf(copied), bare: true });
      if (href !== indexHref || isChain) return undefined;
      const all = linkList(hrefs.map((one, i) => link(one, titleOf(seed, i))));
      return honest('index', { title: 'Articles', main: `<h1>Articles</h1>${all}` });
    },
  };
}
