import { type Answer, besides, honest, type PageLink, type Plot, type Section } from '../trap-web/section.ts';
import { article, linkLine, linkList, titleOf } from '../trap-web/text/markup.ts';
import { type Dice, dice, slug } from '../trap-web/text/prose.ts';
import type { Shape } from './shape.ts';

const gone: Answer = besides({
  ...{ title: 'Not found', status: 404 },
  main: '<h1>Not found</h1><p>There is no page at this address.</p>',
});
/** With a status of 200. */
const softlyGone: Answer = besides({
  title: 'Sorry',
  main: '<h1>Sorry</h1><p>This page is no longer available.</p>',
});
const editForm: Answer = besides({
  title: 'New page',
  main: '<h1>New page</h1><form><textarea></textarea></form><p>Sign in to write this page.</p>',
});

/** A wiki half of whose links lead to pages that nobody has written: errors beside its pages, or edit forms elsewhere. */
export function redLinks({ at, seed }: Plot, { write, name, structure }: Shape): Section {
  const pages = 340;
  const perPage = 4;
  const asForm = structure === 'index';
  const hrefs = Array.from({ length: pages }, (_, key) => write(at, key));
  const keys = new Map(hrefs.map((href, key) => [href, key]));
  const redHref = (red: number): string =>
    asForm
      ? `${at}/edit.php?title=${slug(dice(seed, 'red', red), 2)}&redlink=${red}`
      : write(at, pages + red);
  const reds = new Set(Array.from({ length: pages * perPage }, (_, red) => redHref(red)));

  function page(key: number): Answer {
    const own = dice(seed, 'links', key);
    const blue = [2 * key + 1, 2 * key + 2, own.below(pages), own.below(pages)].map((to) => to % pages);
    const links = [
      ...blue.map((to) => ({ href: hrefs[to] ?? '', anchor: titleOf(seed, to) })),
      ...Array.from({ length: perPage }, (_, i) => key * perPage + i).map((red) => ({
        href: redHref(red),
        anchor: slug(dice(seed, 'red', red), 2).replaceAll('-', ' '),
      })),
    ];
    return honest(String(key), article(70, [seed, key], links));
  }

  return {
    kind: 'wiki',
    shape: `${name} ${asForm ? 'forms' : 'errors'}`,
    honest: hrefs.map((_, key) => String(key)),
    nav: () => [{ href: hrefs[0] ?? '', anchor: 'Wiki' }],
    answer({ href }) {
      const key = keys.get(href);
      if (key !== undefined) return page(key);
      if (!reds.has(href)) return undefined;
      return asForm ? editForm : gone;
    },
  };
}

/** Folders with an index each, half of whose pages are gone: errors, or a page that says so with a status of 200. */
export function halfGone({ at, seed }: Plot, { structure }: Shape, roll: Dice): Section {
  const folders = 14;
  const perFolder = 50;
  const pages = folders * perFolder;
  const answerOfGone = structure === 'chain' || structure === 'lists' ? softlyGone : gone;
  const folderOf = (folder: number): string => `${at}/${slug(dice(seed, 'folder', folder), 1)}-${folder}/`;
  const fileForm = roll.pick(['page', 'number', 'words'] as const);
  const file = (key: number): string =>
    ({ page: `p${key % perFolder}.html`, number: `${1990 + key}`, words: slug(dice(seed, 'file', key), 3) })[
      fileForm
    ];
  const hrefs = Array.from({ length: pages }, (_, key) => folderOf(Math.floor(key / perFolder)) + file(key));
  const keys = new Map(hrefs.map((href, key) => [href, key]));
  const indexes = new Map(Array.from({ length: folders }, (_, folder) => [folderOf(folder), folder]));
  const isGone = (key: number): boolean => dice(seed, 'gone', key).chance(0.5);
  const linkTo = (key: number): PageLink => ({
    href: hrefs[key % pages] ?? '',
    anchor: titleOf(seed, key % pages),
  });

  function page(key: number): Answer {
    const own = dice(seed, 'links', key);
    const links = [key + 1, own.below(pages), own.below(pages)].map(linkTo);
    const up = { href: folderOf(Math.floor(key / perFolder)), anchor: 'Up' };
    return honest(String(key), article(60, [seed, key], [...links, up]));
  }

  function index(folder: number): Answer {
    const links = Array.from({ length: perFolder }, (_, i) => linkTo(folder * perFolder + i));
    const title = `Folder ${folder + 1}`;
    return honest(`folder ${folder}`, { title, main: `<h1>${title}</h1>${linkList(links)}` });
  }

  return {
    kind: 'old site',
    shape: `${fileForm} ${answerOfGone === gone ? 'errors' : 'soft'}`,
    honest: [
      ...Array.from({ length: folders }, (_, folder) => `folder ${folder}`),
      ...hrefs.map((_, key) => String(key)).filter((key) => !isGone(Number(key))),
    ],
    nav: () => Array.from(indexes, ([href, folder]) => ({ href, anchor: `Folder ${folder + 1}` })),
    answer({ href }) {
      const folder = indexes.get(href);
      if (folder !== undefined) return index(folder);
      const key = keys.get(href);
      if (key === undefined) return undefined;
      return isGone(key) ? answerOfGone : page(key);
    },
  };
}

/** Lists of links, seven of ten of which lead to errors. */
export function deadDirectory({ at, seed }: Plot, _shape: Shape, roll: Dice): Section {
  const lists = 44;
  const perList = 25;
  const total = lists * perList;
  const write = roll.pick([
    (words: string) => `${at}/go/www.${words}.example/`,
    (words: string) => `${at}/sites/${words}.html`,
    (words: string) => `${at}/visit?site=${words}`,
  ]);
  const nameOf = (key: number): string => `${slug(dice(seed, 'site', key), 2)}-${key}`;
  const hrefs = Array.from({ length: total }, (_, key) => write(nameOf(key)));
  const keys = new Map(hrefs.map((href, key) => [href, key]));
  const isDead = (key: number): boolean => dice(seed, 'dead', key).chance(0.7);
  const listHref = (list: number): string => `${at}/?page=${list + 1}`;
  const listByHref = new Map(Array.from({ length: lists }, (_, list) => [listHref(list), list]));

  function list(index: number): Answer {
    const links = Array.from({ length: perList }, (_, i) => index * perList + i);
    const next = index + 1 < lists ? [{ href: listHref(index + 1), anchor: 'More' }] : [];
    const shown = linkList(links.map((key) => ({ href: hrefs[key] ?? '', anchor: nameOf(key) })));
    return honest(`list ${index}`, {
      title: 'Directory',
      main: `<h1>Directory</h1>${shown}${linkLine(next)}`,
    });
  }

  return {
    kind: 'directory',
    shape: write('@').slice(at.length),
    honest: [
      ...Array.from({ length: lists }, (_, index) => `list ${index}`),
      ...hrefs.map((_, key) => String(key)).filter((key) => !isDead(Number(key))),
    ],
    nav: () => [{ href: listHref(0), anchor: 'Directory' }],
    answer({ href }) {
      const index = listByHref.get(href);
      if (index !== undefined) return list(index);
      const key = keys.get(href);
      if (key === undefined) return undefined;
      return isDead(key) ? gone : honest(String(key), article(40, [seed, key]));
    },
  };
}
