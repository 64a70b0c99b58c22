import { type Answer, besides, type Draft, type Plot, type Section } from '../section.ts';
import { article, linkLine, linkList, titleOf } from '../text/markup.ts';
import { dice, token } from '../text/prose.ts';

export interface ForumOptions {
  readonly threads: number;
  /** Pages of each thread. */
  readonly pages: number;
  /** Every link carries `sid`, new in every answer. */
  readonly sids: boolean;
}

const perIndexPage = 10;

/** A forum of the phpBB kind: threads in pages, a printer's version of each, and a session's id in every link. */
export function forum({ at, seed }: Plot, { threads, pages, sids }: ForumOptions): Section {
  const ids = Array.from({ length: threads }, (_, t) =>
    Array.from({ length: pages }, (_, page) => `thread-${t}-${page}`),
  ).flat();
  const indexPages = Math.ceil(threads / perIndexPage);

  const shown = (id: string, draft: Draft): Answer => ({
    owner: { id, ...(sids ? { trap: 'sessions' } : {}) },
    draft,
  });

  return {
    kind: 'forum',
    shape: sids ? 'sid' : 'plain',
    honest: [...ids, ...Array.from({ length: indexPages }, (_, page) => `index-${page}`)],
    nav: () => [{ href: `${at}/viewforum.php?f=1`, anchor: 'Forum' }],
    answer({ path, query, serial }) {
      const sid = sids ? `&sid=${token(dice(seed, serial), 'hex', 32)}` : '';
      const threadHref = (t: number, page: number, extra = ''): string =>
        `${at}/viewtopic.php?f=1&t=${t}${page > 0 ? `&start=${page * 10}` : ''}${extra}${sid}`;
      if (path === `${at}/viewforum.php`) {
        const page = Number(query.get('start') ?? 0) / perIndexPage;
        if (!(page in Array.from({ length: indexPages }))) return undefined;
        const listed = Array.from({ length: threads }, (_, t) => t).slice(
          page * perIndexPage,
          (page + 1) * perIndexPage,
        );
        const links = listed.map((t) => ({ href: threadHref(t, 0), anchor: titleOf(seed, `thread-${t}-0`) }));
        const next =
          page + 1 < indexPages
            ? [{ href: `${at}/viewforum.php?f=1&start=${(page + 1) * perIndexPage}${sid}`, anchor: 'Next' }]
            : [];
        return shown(`index-${page}`, {
          title: 'Forum',
          main: `<h1>All threads</h1>${linkList(links)}${linkLine(next)}`,
        });
      }
      if (path !== `${at}/viewtopic.php`) return undefined;
      const t = Number(query.get('t'));
      const page = Number(query.get('start') ?? 0) / 10;
      const id = `thread-${t}-${page}`;
      if (!ids.includes(id)) return undefined;
      const draft = article(110, [seed, id]);
      // The printer's version says the same with nothing around it.
      if (query.get('view') === 'print') return besides({ ...draft, bare: true });
      const links = [
        { href: threadHref(t, page, '&view=print'), anchor: 'Print view' },
        ...Array.from({ length: pages }, (_, other) => ({
          href: threadHref(t, other),
          anchor: String(other + 1),
        })),
      ];
      return shown(id, { ...draft, main: draft.main + linkLine(links) });
    },
  };
}
