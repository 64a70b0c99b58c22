import type { CanonicalUrl } from '../../../lib/base/url/url.ts';
import { readCases } from '../cases.ts';
import type { TrapWeb } from '../trap-web/trap-web.ts';
import type { WebPage } from '../web/web-server.ts';

/** A page of the university web of the cases, as it was in 1997. */
interface OldPage {
  readonly url: string;
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface UniversityOptions {
  /** The part of the links to pages that are not there which is kept: 1, as the pages have them. */
  readonly dead: number;
  /** Each host by itself, or all of them in folders of one. */
  readonly layout: 'hosts' | 'folders';
}

export interface UniversityWeb extends TrapWeb {
  /** All of its hosts, without ports. */
  readonly hosts: readonly string[];
}

const file = 'web/university-1997.jsonl.gz';
const oneHost = 'old.localhost';
const links = /(<(?:a|area|frame)\b[^>]*?(?:href|src)\s*=\s*)("([^"]*)"|'([^']*)'|([^\s>]+))/gi;

/**
 * Real pages of 1997 with their links to each other, to pages that nobody has any more, and elsewhere. Its honest pages are those
 * that links reach from the roots of its hosts.
 * @returns undefined when the cases are not there
 */
export function universityWeb({ dead, layout }: UniversityOptions): UniversityWeb | undefined {
  const pages = new Map(readCases<OldPage>(file).map((page) => [plain(page.key), page]));
  if (pages.size === 0) return undefined;
  const hosts = new Set([...pages.values()].map(({ url }) => new URL(url).host));
  // Some have a port of their own.
  const names = new Map([...hosts].map((host) => [host, host.replace(':', '-')]));
  const byName = new Map([...names].map(([host, name]) => [name, host]));
  const find = (key: string): OldPage | undefined =>
    [key, key.replace(/\/$/, ''), `${key}/`, `${key}index.html`, key.replace(/\/?$/, '/index.html')]
      .map((one) => pages.get(one))
      .find((one) => one !== undefined);
  const roots = [...hosts].sort().filter((host) => find(`http://${host}/`) !== undefined);

  /** The URL of the web for an old one; undefined: it is left out. */
  function moved(old: URL, port: number): string | undefined {
    if (old.protocol !== 'http:' || !hosts.has(old.host)) return 'http://elsewhere.invalid/';
    const isThere = find(plain(`http://${old.host}${old.pathname}${old.search}`)) !== undefined;
    if (!isThere && chance(old.pathname) >= dead && dead < 1) return undefined;
    const rest = `${old.pathname}${old.search}${old.hash}`;
    return layout === 'hosts'
      ? `http://${names.get(old.host)}:${port}${rest}`
      : `http://${oneHost}:${port}/${names.get(old.host)}${rest}`;
  }

  function render({ body, url }: OldPage, port: number): string {
    const rewritten = body.replace(links, (all, before, _, a, b, c) => {
      const old = parsed((a ?? b ?? c).trim(), url);
      if (old === undefined) return all;
      const to = moved(old, port);
      return to === undefined ? '<a ' : `${before}"${to}"`;
    });
    return rewritten.replace(/<base\b[^>]*>/gi, '');
  }

  const pageAt = (name: string, path: string): OldPage | undefined => {
    if (layout === 'hosts') return find(plain(`http://${byName.get(name)}${path}`));
    const [, host = '', rest = ''] = /^\/([^/]+)(\/.*)$/.exec(path) ?? [];
    return find(plain(`http://${byName.get(host)}${rest}`));
  };
  const seedsOf = (port: number): readonly string[] =>
    roots.map((host) => moved(new URL(`http://${host}/`), port) as string);

  function reachable(): ReadonlySet<string> {
    const seen = new Set(seedsOf(80).map((url) => new URL(url).href));
    const found = new Set<string>();
    for (const url of seen) {
      const { hostname, pathname, search } = new URL(url);
      const page = pageAt(hostname, pathname + search);
      if (page === undefined) continue;
      found.add(page.key);
      for (const [, , , a, b, c] of render(page, 80).matchAll(links)) {
        const to = parsed((a ?? b ?? c ?? '').trim().replaceAll('&amp;', '&'), url);
        if (to === undefined || to.protocol !== 'http:') continue;
        to.hash = '';
        seen.add(to.href);
      }
    }
    return found;
  }

  return {
    name: `university, ${dead} of the dead links, ${layout}`,
    hosts: layout === 'hosts' ? [...names.values()] : [oneHost],
    seeds: (port) => seedsOf(port) as readonly CanonicalUrl[],
    pages: ({ name, path, port }): WebPage | undefined => {
      const page = pageAt(name, path);
      return page && { headers: { 'content-type': 'text/html' }, body: render(page, port) };
    },
    known(host, path) {
      const page = pageAt(host.split(':')[0] as string, path);
      return page && { section: 'pages', id: page.key };
    },
    honest: new Map([['pages', [...reachable()]]]),
    sections: [{ name: 'pages', kind: 'university', shape: layout, host: '', at: '/' }],
  };
}

function plain(key: string): string {
  return key.replace(/%7e/gi, '~').replace(/^http:\/\/([^/:]+):80\//, 'http://$1/');
}

function parsed(href: string, base: string): URL | undefined {
  return URL.canParse(href, base) ? new URL(href, base) : undefined;
}

/** From 0 to 1, the same for the same path. */
function chance(path: string): number {
  let hash = 7;
  for (const character of path) hash = (hash * 31 + character.charCodeAt(0)) >>> 0;
  return (hash % 1_000) / 1_000;
}
