import { defined } from '../../base/defined.ts';
import { type CanonicalUrl, hostOf, isOf } from '../../base/url/url.ts';
import type { Birth, Work } from '../../domain/frontier/entry.ts';
import { isKnown } from '../../domain/frontier/is-known.ts';
import { type Brought, isUnread, type LinkPromise } from '../../domain/yield/gain.ts';
import { yieldsOf } from '../../domain/yield/host-state.ts';
import { observe } from '../../domain/yield/observe.ts';
import { type Judged, type LinksByHost, promiseOf } from '../../domain/yield/relevance.ts';
import { isTrusted } from '../../domain/yield/trusted.ts';
import { voiceId } from '../../domain/yield/voices.ts';
import { linkRegionLike, linkRegionOf, positionOf } from '../../domain/yield/yields.ts';
import { pageFit, probabilityOf } from '../../topic/judge.ts';
import type { Turn } from '../turn/turn.ts';
import { count } from '../turn/turn-harvest.ts';
import type { Visited } from '../turn/visited.ts';

/** Whether a visit can bring what nobody knew: the first that gets an answer. */
export function isFirst({ visit }: Work): boolean {
  return visit === undefined || visit.outcome === 'failed' || visit.outcome === 'converting';
}

/** Whether what a page says is to be known. */
export function wantsSketch({ body, settings }: Turn, work: Work): boolean {
  return settings.yield.hold && isFirst(work) && !isTrusted(yieldsOf(body), work.url, work.from);
}

/** Id of the region of a page, which stands in the frontier for the pages that lead to a URL; 0: there is none. */
export function sourceOf({ body, settings }: Turn, work: Work): number {
  if (!settings.yield.hold) return 0;
  const yields = yieldsOf(body);
  if (!isFirst(work)) return linkRegionLike(yields, work.url)?.id ?? 0;
  return linkRegionOf(yields, positionOf(yields, work.url, work.from)).id;
}

/** Id of what a sitemap or a feed lists, which stands in the frontier for it; 0: there is none. */
export function listSource({ body, settings }: Turn): number {
  return settings.yield.hold ? voiceId(yieldsOf(body), 'list') : 0;
}

/** Enters what a first visit brought, and counts it if that is nothing. @param births URLs of this host that it led to and nobody knew */
export function enterVisit(turn: Turn, work: Work, visited: Visited, births: readonly Birth[]): void {
  const { body, settings } = turn;
  const brought = broughtBy(turn, visited);
  if (!settings.yield.hold || !isFirst(work) || brought === undefined) return;
  const yields = yieldsOf(body);
  const urlsOf = (unchecked: boolean) =>
    births.flatMap((birth) => (birth.unchecked === unchecked ? [birth.url] : []));
  const gain = observe(yields, {
    url: work.url,
    position: positionOf(yields, work.url, work.from),
    brought,
    at: visited.at,
    ...defined({
      judged: judgedOf(turn, work, visited),
      links: promisesOf(visited, births),
      byHost: linksByHost(turn, work, visited),
    }),
    isRelevant: visited.kept?.content.topic?.relevant === true,
    found: urlsOf(false),
    unresolved: urlsOf(true),
    known: isUnread(brought) ? [] : knownLinks(turn, work, visited, births),
  });
  if (gain === 0) count(turn.harvest, 'FruitlessPages');
}

/** How relevant a page is, and what its link promised; undefined: the link promised nothing, or nothing was judged. */
function judgedOf({ settings: { topic } }: Turn, { rank }: Work, { kept }: Visited): Judged | undefined {
  const [promised, verdict] = [promiseOf(rank), kept?.content.topic];
  if (promised === undefined || topic === undefined || verdict === undefined) return undefined;
  return { promised, relevance: probabilityOf(pageFit(topic, verdict)) };
}

/** What the links of a page promise of URLs that nobody knew; undefined: its links were not judged. */
function promisesOf({ kept }: Visited, births: readonly Birth[]): readonly LinkPromise[] | undefined {
  const { scores, targets = [] } = kept?.content ?? {};
  if (scores === undefined) return undefined;
  const promises = new Map(targets.map((url, i) => [url, scores[i]]));
  return births.flatMap(({ url }) => {
    const promised = promises.get(url);
    return promised === undefined ? [] : [{ url, promised }];
  });
}

/** Where the links of a page lead, but for those to itself; undefined: they were not judged. */
function linksByHost({ key }: Turn, { url }: Work, { kept }: Visited): LinksByHost | undefined {
  const { scores, targets = [] } = kept?.content ?? {};
  if (scores === undefined) return undefined;
  const others = targets.filter((to) => hostOf(to) !== key.host).length;
  return { own: targets.filter((to) => to !== url).length - others, others };
}

/** Undefined: it tells nothing of the page. */
function broughtBy({ key }: Turn, { outcome, kept }: Visited): Brought | undefined {
  switch (outcome.kind) {
    case 'redirected':
      return { kind: 'redirect', to: outcome.to, isElsewhere: hostOf(outcome.to) !== key.host };
    case 'gone':
    case 'forbidden':
    case 'unsupported':
      return { kind: 'error' };
    case 'failed':
    case 'converting':
    case 'listed':
      return undefined;
    default: {
      if (kept === undefined) return undefined;
      if (kept.told?.standIn !== undefined) return { kind: 'error' };
      return { kind: 'page', ...defined({ sketch: kept.content.sketch }), isTwin: kept.twin !== undefined };
    }
  }
}

/** URLs of this host that a page leads to and that were known before. */
function knownLinks(
  { body, key }: Turn,
  { url }: Work,
  { kept }: Visited,
  births: readonly Birth[],
): readonly CanonicalUrl[] {
  const born = new Set(births.map((birth) => birth.url));
  const wasKnown = (to: CanonicalUrl): boolean =>
    // Most links lead where the crawl was.
    body.visits.has(to) || (!born.has(to) && isKnown(body, to) && !body.unchecked.has(to));
  return kept?.content.targets.filter((to) => to !== url && isOf(to, key.host) && wasKnown(to)) ?? [];
}
