import { textSketch } from '../../../lib/base/likeness/text-sketch.ts';
import { identityOf } from '../../../lib/base/url/identity.ts';
import { linkResolver } from '../../../lib/base/url/resolve-link.ts';
import { type CanonicalUrl, type HostName, hostOf } from '../../../lib/base/url/url.ts';
import { defaultUrlSettings } from '../../../lib/base/url/url-settings.ts';
import { readMarkup } from '../../../lib/documents/html/read-markup.ts';
import { contentMd5 } from '../../../lib/documents/parsing/content-md5.ts';
import {
  admit,
  type HostBody,
  openBody,
  prepare,
  seal,
  setOrder,
  settle,
  take,
} from '../../../lib/domain/frontier/body.ts';
import { heldCount } from '../../../lib/domain/frontier/counters.ts';
import type { Work } from '../../../lib/domain/frontier/entry.ts';
import { isKnown } from '../../../lib/domain/frontier/is-known.ts';
import { defaultLimits } from '../../../lib/domain/frontier/limits.ts';
import { type Brought, isUnread } from '../../../lib/domain/yield/gain.ts';
import { yieldsOf } from '../../../lib/domain/yield/host-state.ts';
import { observe } from '../../../lib/domain/yield/observe.ts';
import { yieldOrder } from '../../../lib/domain/yield/order.ts';
import { isTrusted } from '../../../lib/domain/yield/trusted.ts';
import { defaultYieldSettings } from '../../../lib/domain/yield/yield-settings.ts';
import { linkRegionOf, positionOf, type Yields } from '../../../lib/domain/yield/yields.ts';
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
  /** As they were at the end, with their orders. */
  readonly bodies: ReadonlyMap<HostName, HostBody>;
  /** Stored bytes of the largest body of a turn. */
  readonly largest: number;
}

export interface YieldCrawlOptions {
  readonly maxFetches?: number;
  /** Days after the first. */
  readonly days?: number;
  /** Rank of a URL that was found so many links from a seed; smaller goes first. Default: the depth. */
  readonly rank?: (url: CanonicalUrl, depth: number) => number;
  /** Bytes at which a body spills (`BodyLimits`). */
  readonly headBytes?: number;
  /** Hosts that are crawled beside those of the seeds, with the port 8080. */
  readonly hosts?: readonly HostName[];
  /** Whether regions are held (`yield.hold`). Default: they are. */
  readonly hold?: boolean;
  /** Called with each request, in their order. */
  readonly onRequest?: (request: Access) => void;
}

const port = 8080;
const pagesPerTurn = 10;

interface Answered {
  readonly brought: Brought;
  readonly targets: readonly CanonicalUrl[];
}

/** Crawls a web by the domain's code alone, yield and frontier: hosts in turn, each URL once. */
export async function crawlByYield(web: TrapWeb, options: YieldCrawlOptions = {}): Promise<YieldCrawl> {
  const { maxFetches = 20_000, days = 60, rank = (_, depth) => depth } = options;
  const { headBytes = defaultLimits.headBytes, hold = true, onRequest } = options;
  const settings = { ...defaultYieldSettings, hold };
  const limits = { ...defaultLimits, headBytes };
  const identity = identityOf({ url: defaultUrlSettings });
  const hosts = new Map<HostName, HostBody>();
  const segments = new Map<string, Uint8Array>();
  const read = async (id: string, start: number, end: number): Promise<Uint8Array> =>
    (segments.get(id) ?? new Uint8Array(0)).subarray(start, end);
  const contents = new Map<string, CanonicalUrl>();
  const log: Access[] = [];
  let [now, turn, largest] = [0, 0, 0];
  for (const host of new Set([...web.seeds(port).map(hostOf), ...(options.hosts ?? [])])) {
    hosts.set(host, openBody(undefined, { host, fingerprintKey: 'key', limits }));
  }
  for (const url of web.seeds(port)) {
    const body = hosts.get(hostOf(url));
    if (body !== undefined) admit(body, [{ url, depth: 0, rank: rank(url, 0) }]);
  }

  function ask(href: string): ReturnType<TrapWeb['pages']> {
    const { host, hostname, pathname, search } = new URL(href);
    const path = pathname + search;
    const now = log.length;
    const request = { host, method: 'GET', path, userAgent: '', start: now, end: now, status: 200, bytes: 0 };
    log.push(request);
    onRequest?.(request);
    return web.pages({ name: hostname, path, port, clientPort: 1, headers: {} });
  }

  function fetchPage(url: CanonicalUrl, looks: boolean): Answered {
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
    return { brought: { kind: 'page', ...(looks && { sketch: textSketch(url, markup) }), isTwin }, targets };
  }

  function visit(body: HostBody, { url, from, depth }: Work): void {
    const yields = yieldsOf(body);
    const { brought, targets } = fetchPage(url, !isTrusted(yields, url, from));
    const position = positionOf(yields, url, from);
    const { id } = linkRegionOf(yields, position);
    settle(body, { url, outcome: 'stored', at: now, firstSeen: now, changedAt: now, tries: 0, depth });
    const linked = (host: HostName) =>
      targets
        .filter((target) => hostOf(target) === host)
        .map((target) => ({ url: target, depth: depth + 1, rank: rank(target, depth + 1) }));
    for (const [host, other] of hosts) if (other !== body) admit(other, linked(host));
    const own = linked(hostOf(url)).filter((one) => one.url !== url);
    const known = own.filter(
      (one) => !isUnread(brought) && isKnown(body, one.url) && !body.unchecked.has(one.url),
    );
    const births = admit(body, own, id);
    const urlsOf = (unchecked: boolean) =>
      births.flatMap((one) => (one.unchecked === unchecked ? [one.url] : []));
    observe(yields, {
      ...{ url, position, brought, found: urlsOf(false), unresolved: urlsOf(true) },
      known: known.map((one) => one.url),
    });
  }

  async function runTurn(host: HostName, body: HostBody): Promise<boolean> {
    let busy = false;
    setOrder(body, yieldOrder(body, settings));
    await prepare(body, read, { now, wanted: pagesPerTurn });
    for (let page = 0; page < pagesPerTurn; page++) {
      const work = take(body, now);
      if (work === undefined) break;
      busy = true;
      visit(body, work);
    }
    turn++;
    const sealed = await seal(body, { turn, outbox: () => null, segmentPrefix: `${host}-${turn}`, read });
    for (const segment of sealed.segments) segments.set(segment.id, segment.bytes);
    largest = Math.max(largest, sealed.bytes.length);
    hosts.set(host, openBody(sealed.bytes, { host, fingerprintKey: 'key', limits }));
    return busy;
  }

  async function crawlUntilHeld(): Promise<void> {
    for (let busy = true; busy && log.length < maxFetches; ) {
      busy = false;
      for (const [host, body] of hosts) if (await runTurn(host, body)) busy = true;
    }
  }

  await crawlUntilHeld();
  const score = scored(web, log);
  const held = [...hosts.values()].reduce((sum, body) => sum + heldCount(body), 0);
  for (let day = 0; day < days && score.missed.length > 0 && log.length < maxFetches; day++) {
    now += dayMs;
    await crawlUntilHeld();
  }
  const yields = new Map([...hosts].map(([name, body]) => [name, yieldsOf(body)]));
  for (const body of hosts.values()) setOrder(body, yieldOrder(body, settings));
  return { score, later: scored(web, log), held, yields, bodies: hosts, largest };
}

const dayMs = 86_400_000;

function moved(from: CanonicalUrl, to: CanonicalUrl): Answered {
  return { brought: { kind: 'redirect', to, isElsewhere: hostOf(to) !== hostOf(from) }, targets: [to] };
}
