import { readPage } from '../../../lib/domain/document/read-page.ts';
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
import { trapAccounts } from '../../../lib/domain/traps/host-state.ts';
import { idOfRevisit, looksAgain } from '../../../lib/domain/traps/made-up.ts';
import { observe, patternId, wantsSketch } from '../../../lib/domain/traps/observe.ts';
import { takeUpQuestions, trapOrder } from '../../../lib/domain/traps/order.ts';
import { defaultTrapSettings, type TrapSettings } from '../../../lib/domain/traps/policy.ts';
import { isProbe } from '../../../lib/domain/traps/probe.ts';
import { enterAgain } from '../../../lib/domain/traps/probe-answer.ts';
import type { Sighting } from '../../../lib/domain/traps/sighting.ts';
import { identityOf } from '../../../lib/domain/url/identity.ts';
import { type CanonicalUrl, type HostName, hostOf } from '../../../lib/domain/url/url.ts';
import { defaultUrlSettings, type UrlSettings } from '../../../lib/domain/url/url-settings.ts';
import { type Score, scored } from '../../support/trap-web/score.ts';
import type { TrapWeb } from '../../support/trap-web/trap-web.ts';
import type { Access } from '../../support/web/web-server.ts';

export interface SimulatedCrawl {
  readonly score: Score;
  /** Held at the end, all hosts. */
  readonly held: number;
  readonly bodies: ReadonlyMap<HostName, HostBody>;
  /** Bytes of the bodies as they would be stored, and the last of each host. */
  readonly bytes: readonly number[];
  readonly sealed: ReadonlyMap<HostName, Uint8Array>;
  readonly log: readonly Access[];
}

export interface SimulationOptions {
  readonly traps?: Partial<TrapSettings>;
  readonly url?: UrlSettings;
  readonly maxFetches?: number;
  /** Default 10. */
  readonly pagesPerTurn?: number;
  /** Bytes at which a body spills (`BodyLimits`). */
  readonly headBytes?: number;
  /** Rank of a URL that was found so many links from a seed; smaller goes first. Default: the depth. */
  readonly rank?: (url: CanonicalUrl, depth: number) => number;
}

const port = 8080;

function isRedirect(answer: ReturnType<TrapWeb['pages']>): boolean {
  const { status = 200 } = answer ?? {};
  return status >= 300 && status < 400;
}

/** Crawls a web of traps by the domain's code alone: hosts in turn, links straight into their bodies. */
export async function simulateCrawl(web: TrapWeb, options: SimulationOptions = {}): Promise<SimulatedCrawl> {
  const identity = identityOf({ url: options.url ?? defaultUrlSettings });
  const settings = { ...defaultTrapSettings, ...options.traps };
  const hosts = new Map<HostName, HostBody>();
  const segments = new Map<string, Uint8Array>();
  const records = new Map<string, CanonicalUrl>();
  const log: Access[] = [];
  const bytes: number[] = [];
  const last = new Map<HostName, Uint8Array>();
  const read = async (id: string, start: number, end: number): Promise<Uint8Array> =>
    (segments.get(id) ?? new Uint8Array(0)).subarray(start, end);
  const { maxFetches = 20_000, pagesPerTurn = 10, headBytes = defaultLimits.headBytes } = options;
  const rankOf = options.rank ?? ((_, depth) => depth);
  const limits = { ...defaultLimits, headBytes };

  const bodyOf = (host: HostName): HostBody => {
    let body = hosts.get(host);
    if (body === undefined) {
      body = openBody(undefined, { host, fingerprintKey: 'key', limits });
      hosts.set(host, body);
    }
    return body;
  };
  const seeds = web.seeds(port);
  const crawled = new Set(seeds.map(hostOf));
  for (const url of seeds) admit(bodyOf(hostOf(url)), [{ url, depth: 0, rank: 0 }]);

  function ask(url: string): ReturnType<TrapWeb['pages']> {
    const { host, hostname, pathname, search } = new URL(url);
    const path = pathname + search;
    const now = log.length;
    log.push({ host, method: 'GET', path, userAgent: '', start: now, end: now, status: 200, bytes: 0 });
    return web.pages({ name: hostname, path, port, clientPort: 1, headers: {} });
  }

  function visit(body: HostBody, work: Work): void {
    const { url } = work;
    const accounts = trapAccounts(body);
    let answer = ask(url);
    if (isRedirect(answer)) {
      // As the pipeline does: a page that leads to itself in another spelling is asked for in that one.
      const { href } = new URL(String(answer?.headers?.location), url);
      const target = identity.canonicalise(href, url);
      if (target.ok && target.url === url && href !== url) answer = ask(href);
    }
    const status = answer === undefined ? 404 : (answer.status ?? 200);
    let seen: Sighting['seen'] = { kind: 'other' };
    let targets: readonly CanonicalUrl[] = [];
    if (status >= 300 && status < 400) {
      const to = identity.canonicalise(String(answer?.headers?.location), url);
      if (to.ok) {
        targets = [to.url];
        seen = { kind: 'redirect', to: to.url };
      }
    } else if (status === 200) {
      const page = readPage({
        ...{ url, body: Buffer.from(answer?.body ?? ''), contentType: 'text/html; charset=utf-8' },
        ...{ urlSettings: identityUrl, extract: [], product: 'Winnow' },
        sketch: work.visit === undefined ? wantsSketch(accounts, url) : looksAgain(accounts),
      });
      if (page.kind !== 'page') throw new Error(page.kind);
      const { content } = page;
      targets = [...new Set(content.links.map((link) => link.url))];
      const twin = records.get(content.md5);
      if (twin === undefined) records.set(content.md5, url);
      seen = {
        kind: 'page',
        ...(page.sketch !== undefined && { sketch: page.sketch }),
        ...(twin !== undefined && { twin }),
      };
    }
    const sketch = seen.kind === 'page' ? seen.sketch : undefined;
    const isFirst = work.visit === undefined;
    const from =
      isFirst && !isProbe(url) ? patternId(accounts, work, sketch) : idOfRevisit(accounts, url, sketch);
    settle(body, {
      ...{ url, outcome: 'stored', at: log.length, firstSeen: log.length, changedAt: log.length },
      ...{ tries: 0, depth: work.depth },
    });
    const candidates = (host: HostName) =>
      targets
        .filter((target) => hostOf(target) === host)
        .map((target) => ({ url: target, depth: work.depth + 1, rank: rankOf(target, work.depth + 1) }));
    const own = candidates(hostOf(url));
    if (isProbe(url)) {
      const links = own.map((one) => ({ url: one.url, isNew: !isKnown(body, one.url) }));
      observe(accounts, settings, { url, from: work.from, births: [], links, seen });
      takeUpQuestions(body, work.depth);
      return;
    }
    const births = admit(body, own, from);
    if (!isFirst) {
      enterAgain(accounts, url, births, sketch);
      return;
    }
    for (const host of crawled) if (host !== hostOf(url)) admit(bodyOf(host), candidates(host));
    observe(accounts, settings, { url, from: work.from, births, seen });
    takeUpQuestions(body, work.depth);
  }
  const identityUrl = options.url ?? defaultUrlSettings;

  for (let turn = 1, busy = true; busy && log.length < maxFetches; turn++) {
    busy = false;
    for (const [host, body] of hosts) {
      setOrder(body, trapOrder(body, settings));
      await prepare(body, read, { now: 0, wanted: pagesPerTurn });
      for (let page = 0; page < pagesPerTurn; page++) {
        const work = take(body, 0);
        if (work === undefined) break;
        busy = true;
        visit(body, work);
      }
      const sealed = await seal(body, {
        ...{ turn, outbox: () => null, segmentPrefix: `${host}-${turn}`, read },
      });
      for (const segment of sealed.segments) segments.set(segment.id, segment.bytes);
      bytes.push(sealed.bytes.length);
      last.set(host, sealed.bytes);
      if (busy) hosts.set(host, openBody(sealed.bytes, { host, fingerprintKey: 'key', limits }));
    }
  }
  return {
    score: scored(web, log),
    held: [...hosts.values()].reduce((sum, body) => sum + heldCount(body), 0),
    bodies: hosts,
    bytes,
    sealed: last,
    log,
  };
}
