import { hostOf } from '../../lib/base/url/url.ts';
import type { TrapWeb } from '../../test/support/trap-web/trap-web.ts';
import { hasWeb, type Layout, openWeb, type WebPage } from '../focus/corpus.ts';

/** Of the layout `random`. */
const hosts = 4;

/**
 * The encyclopedia of the cases, all of whose pages are honest: one page of each host is a seed.
 * @returns undefined when the cases are not there
 */
export function encyclopediaWeb(layout: Layout): TrapWeb | undefined {
  if (!hasWeb()) return undefined;
  const { pages } = openWeb(hosts, layout);
  const byUrl = new Map<string, WebPage>(pages.map((page) => [page.url, page]));
  const seeds = [...new Map(pages.toReversed().map(({ url }) => [hostOf(url), url])).values()];
  const reached = new Set<string>(seeds);
  for (const url of reached) for (const target of byUrl.get(url)?.targets ?? []) reached.add(target);
  const urlOf = (host: string, path: string): string => `http://${host}${path}`;
  return {
    name: `encyclopedia/${layout}`,
    seeds: () => seeds,
    pages: ({ name, path }) => {
      const page = byUrl.get(urlOf(name, path));
      return page && { headers: { 'content-type': 'text/html; charset=utf-8' }, body: page.html };
    },
    known(host, path) {
      const page = byUrl.get(urlOf(host, path));
      return page && { section: 'articles', id: page.url };
    },
    honest: new Map([['articles', [...reached].filter((url) => byUrl.has(url))]]),
    sections: [{ name: 'articles', kind: 'encyclopedia', shape: layout, host: '', at: '/' }],
  };
}
