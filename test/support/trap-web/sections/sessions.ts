import type { Answer, Asked, PageLink, Plot, Section } from '../section.ts';
import { article, linkList, titleOf } from '../text/markup.ts';
import { type Alphabet, dice, token } from '../text/prose.ts';

export interface SessionOptions {
  readonly form: SessionForm;
  readonly alphabet: Alphabet;
  readonly length: number;
  /**
   * `response`: all links of an answer carry one new id. `link`: each link has its own. `visitor`: an id that came
   * with the request stays, and whoever has none is given one.
   */
  readonly renew: 'response' | 'link' | 'visitor';
  /** Without an id a redirect gives one; otherwise the page itself is shown. */
  readonly redirect: boolean;
  readonly pages: number;
  /** Other links of each page. */
  readonly links: number;
  /** Pages that the navigation leads to without an id: whoever has none is a new visitor at each. */
  readonly entrances: number;
  /** The id is shown in the page. */
  readonly spoken: boolean;
}

export type SessionForm = 'aspnet' | 'folder' | 'parameter' | 'tail' | 'query' | 'front' | 'number';

const forms: Readonly<
  Record<
    SessionForm,
    { readonly write: (at: string, page: string, id: string) => string; readonly pattern: RegExp }
  >
> = {
  aspnet: {
    write: (at, page, id) => `${at}/(S(${id}))/${page}.aspx`,
    pattern: /^\/(?:\(S\(([^)]+)\)\)\/)?([\w-]+)\.aspx$/,
  },
  folder: { write: (at, page, id) => `${at}/s/${id}/${page}`, pattern: /^\/(?:s\/([^/]+)\/)?([\w-]+)$/ },
  parameter: {
    write: (at, page, id) => `${at}/${page};visit=${id}`,
    pattern: /^\/([\w-]+)(?:;visit=(.+))?$/,
  },
  tail: { write: (at, page, id) => `${at}/${page}/~${id}/`, pattern: /^\/([\w-]+)\/(?:~([^/]+)\/)?$/ },
  query: { write: (at, page, id) => `${at}/${page}?zone=${id}`, pattern: /^\/([\w-]+)(?:\?zone=(.+))?$/ },
  front: { write: (at, page, id) => `${at}-${id}/${page}`, pattern: /^(?:-([^/]+))?\/([\w-]+)$/ },
  number: { write: (at, page, id) => `${at}/${id}/${page}`, pattern: /^\/(?:(\d+)\/)?([\w-]+)$/ },
};
const pageFirst: ReadonlySet<SessionForm> = new Set(['parameter', 'tail', 'query']);
const clean: Readonly<Record<SessionForm, (at: string, page: string) => string>> = {
  aspnet: (at, page) => `${at}/${page}.aspx`,
  folder: (at, page) => `${at}/${page}`,
  parameter: (at, page) => `${at}/${page}`,
  tail: (at, page) => `${at}/${page}/`,
  query: (at, page) => `${at}/${page}`,
  front: (at, page) => `${at}/${page}`,
  number: (at, page) => `${at}/${page}`,
};

/** Articles that are reached through URLs with a session's id in them, which no two visits have in common. */
export function sessionSite({ at, seed }: Plot, options: SessionOptions): Section {
  const { form, renew, redirect, entrances } = options;
  const ids = Array.from({ length: options.pages }, (_, i) => `chapter-${i}`);
  const fresh = (...keys: readonly (string | number)[]): string =>
    token(dice(seed, 'session', ...keys), options.alphabet, options.length);

  function read({ href }: Asked): { readonly page: string; readonly session?: string } | undefined {
    if (!href.startsWith(at)) return undefined;
    const found = forms[form].pattern.exec(href.slice(at.length));
    const [page, session] = pageFirst.has(form) ? [found?.[1], found?.[2]] : [found?.[2], found?.[1]];
    if (page === undefined || !ids.includes(page)) return undefined;
    return { page, ...(session === undefined ? {} : { session }) };
  }

  function linksOf(page: string, asked: Asked, session: string | undefined): readonly PageLink[] {
    const index = ids.indexOf(page);
    // The tree of all pages, and some others across.
    const children = [2 * index + 1, 2 * index + 2, index - 1];
    const roll = dice(seed, page, 'links');
    while (children.length < options.links + 3) children.push(roll.below(ids.length));
    const kept = renew === 'visitor' && session !== undefined ? session : fresh(asked.serial);
    return children.flatMap((child, place) => {
      const id = ids[child];
      if (id === undefined) return [];
      const carried = renew === 'link' ? fresh(asked.serial, place) : kept;
      return [{ href: forms[form].write(at, id, carried), anchor: titleOf(seed, id) }];
    });
  }

  function answer(asked: Asked): Answer | undefined {
    const found = read(asked);
    if (found === undefined) return undefined;
    const { page, session } = found;
    if (session === undefined && redirect)
      return { owner: {}, to: forms[form].write(at, page, fresh(asked.serial)) };
    const draft = article(120, [seed, page], []);
    const note = options.spoken ? `<p>Your visit: ${session ?? 'new'}</p>\n` : '';
    return {
      owner: { id: page, ...(session === undefined ? {} : { trap: 'sessions' }) },
      draft: { ...draft, main: `${draft.main}${note}${linkList(linksOf(page, asked, session))}` },
    };
  }

  return {
    kind: 'sessions',
    shape: `${form}-${renew}${redirect ? '-redirect' : ''}`,
    honest: ids,
    nav: () =>
      ids.slice(0, entrances).map((id) => ({ href: clean[form](at, id), anchor: titleOf(seed, id) })),
    answer,
  };
}
