import { contentMd5 } from '../../../lib/domain/document/content-md5.ts';
import { readMarkup } from '../../../lib/domain/document/html/read-markup.ts';
import { linkResolver } from '../../../lib/domain/document/html/resolve-link.ts';
import { identityOf } from '../../../lib/domain/url/identity.ts';
import { type CanonicalUrl, type HostName, hostOf } from '../../../lib/domain/url/url.ts';
import { defaultUrlSettings } from '../../../lib/domain/url/url-settings.ts';
import { choose, speaksFor, type WaitingUrl } from '../../../lib/domain/yield/choose.ts';
import type { Brought } from '../../../lib/domain/yield/gain.ts';
import { observe } from '../../../lib/domain/yield/observe.ts';
import { textSketch } from '../../../lib/domain/yield/text-sketch.ts';
import { emptyYields, linkRegionOf, positionOf, type Yields } from '../../../lib/domain/yield/yields.ts';
import { type Score, scored } from '../../support/trap-web/score.ts';
import type { TrapWeb } from '../../support/trap-web/trap-web.ts';
import type { Access } from '../../support/web/web-server.ts';

export interface YieldCrawl {
  /** When nothing was left but what was held. */
  readonly score: Score;
  /** After so many days more, in each of which every host tried one held URL. */
  readonly later: Score;
  /** Held at the end of the first day. */
  readonly held: number;
  readonly yields: ReadonlyMap<HostName, Yields>;
}

export interface YieldCrawlOptions {
  readonly maxFetches?: number;
  /** Days after the first. */
  readonly days?: number;
  /** Rank of a URL that was found so many links from a seed; smaller goes first. Default: the depth. */
  readonly rank?: (url: CanonicalUrl, depth: number) => number;
}

interface Entry extends WaitingUrl {
  readonly url: CanonicalUrl;
  from: number;
  rank: number;
  depth: number;
}

interface Host {
  readonly yields: Yields;
  readonly waiting: Map<CanonicalUrl, Entry>;
  readonly known: Set<CanonicalUrl>;
}

const port = 8080;
const pagesPerTurn = 10;

interface Answered {
  readonly brought: Brought;
  readonly targets: readonly CanonicalUrl[];
}

/** Crawls a web by the pure code of the yield alone: hosts in turn, each URL once. */
export function crawlByYield(web: TrapWeb, options: YieldCrawlOptions = {}): YieldCrawl {
  const { maxFetches = 20_000, days = 60, rank = (_, depth) => depth } = options;
  const identity = identityOf({ url: defaultUrlSettings });
  const hosts = new Map<HostName, Host>();
  const contents = new Map<string, CanonicalUrl>();
  const log: Access[] = [];
  for (const url of web.seeds(port)) {
    const host: Host = { yields: emptyYields(), waiting: new Map(), known: new Set() };
    hosts.set(hostOf(url), host);
    admit(host, { url, from: 0, depth: 0 });
  }

  function admit({ waiting, known }: Host, one: Pick<Entry, 'url' | 'from' | 'depth'>): void {
    known.add(one.url);
    waiting.set(one.url, { ...one, rank: rank(one.url, one.depth), seq: known.size });
  }

  function ask(href: string): ReturnType<TrapWeb['pages']> {
    const { host, hostname, pathname, search } = new URL(href);
    const path = pathname + search;
    const now = log.length;
    log.push({ host, method: 'GET', path, userAgent: '', start: now, end: now, status: 200, bytes: 0 });
    return web.pages({ name: hostname, path, port, clientPort: 1, headers: {} });
  }

  function fetchPage(url: CanonicalUrl): Answered {
    let answer = ask(url);
    const location = answer?.headers?.location;
    if (location !== undefined) {
      const { href } = new URL(String(location), url);
      const to = identity.canonicalise(href, url);
      if (!to.ok) return { brought: { kind: 'error' }, targets: [] };
      if (to.url !== url) return moved(url, to.url);
      // A page that leads to itself in another spelling is asked for in that one.
      answer = ask(href);
    }
    if ((answer?.status ?? 200) !== 200 || answer === undefined)
      return { brought: { kind: 'error' }, targets: [] };
    const markup = readMarkup(String(answer.body));
    const toUrl = linkResolver(url, 'utf-8', identity);
    const refresh = markup.links.find(({ element }) => element === 'refresh');
    const next = refresh && toUrl(refresh.href);
    if (next !== undefined) return moved(url, next);
    const md5 = contentMd5(markup.text, markup.title, url, 'text/html');
    const first = contents.get(md5);
    if (first === undefined) contents.set(md5, url);
    const isTwin = first !== undefined && first !== url;
    const targets = [...new Set(markup.links.flatMap(({ href }) => toUrl(href) ?? []))];
    return { brought: { kind: 'page', sketch: textSketch(url, markup, true), isTwin }, targets };
  }

  function visit(host: Host, { url, from, depth }: Entry): void {
    host.waiting.delete(url);
    const { brought, targets } = fetchPage(url);
    const position = positionOf(host.yields, url, from);
    const linkRegion = linkRegionOf(host.yields, position);
    const found: CanonicalUrl[] = [];
    const known: CanonicalUrl[] = [];
    for (const target of targets) {
      const other = hosts.get(hostOf(target));
      if (other === undefined) continue;
      const link = { url: target, from: other === host ? linkRegion.id : 0, depth: depth + 1 };
      const isKnown = other.known.has(target);
      if (other === host) (isKnown ? known : found).push(target);
      if (isKnown) hear(other, link);
      else admit(other, link);
    }
    observe(host.yields, { url, position, brought, found, known });
  }

  function hear({ yields, waiting }: Host, link: Pick<Entry, 'url' | 'from' | 'depth'>): void {
    const entry = waiting.get(link.url);
    if (entry === undefined) return;
    if (link.depth < entry.depth) {
      entry.depth = link.depth;
      entry.rank = Math.min(entry.rank, rank(link.url, link.depth));
    }
    if (speaksFor(yields, entry.url, entry.from, link.from)) entry.from = link.from;
  }

  function crawlUntilHeld(): void {
    for (let busy = true; busy && log.length < maxFetches; ) {
      busy = false;
      for (const host of hosts.values()) {
        for (let page = 0; page < pagesPerTurn; page++) {
          const next = choose(host.yields, host.waiting.values());
          if (next === undefined) break;
          busy = true;
          visit(host, next.entry);
        }
      }
    }
  }

  crawlUntilHeld();
  const score = scored(web, log);
  const held = [...hosts.values()].reduce((sum, { waiting }) => sum + waiting.size, 0);
  for (let day = 0; day < days && score.missed.length > 0 && log.length < maxFetches; day++) {
    for (const host of hosts.values()) {
      const next = choose(host.yields, host.waiting.values(), true);
      if (next !== undefined) visit(host, next.entry);
    }
    crawlUntilHeld();
  }
  const yields = new Map([...hosts].map(([name, host]) => [name, host.yields]));
  return { score, later: scored(web, log), held, yields };
}

function moved(from: CanonicalUrl, to: CanonicalUrl): Answered {
  return { brought: { kind: 'redirect', to, isElsewhere: hostOf(to) !== hostOf(from) }, targets: [to] };
}
