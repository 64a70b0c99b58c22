import { trimmedEnd } from '../../base/trim.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import { type UrlPattern, urlPattern } from '../../base/url/url-pattern.ts';
import type { HostBody } from '../frontier/body.ts';
import { heldCount } from '../frontier/counters.ts';
import { comparePending, type PendingEntry, rankOf } from '../frontier/entry.ts';
import { type HeldReason, type HeldTries, noOrder, noTries, type Order } from '../frontier/order.ts';
import {
  type Estimate,
  estimate,
  estimateOf,
  goodBound,
  type HeldRegion,
  levelOf,
  levels,
  promiseFactor,
} from './estimate.ts';
import { isFreed } from './freed.ts';
import { freedIn, yieldsOf } from './host-state.ts';
import type { YieldRegion } from './region.ts';
import { hostFactor, promiseOf, weighed } from './relevance.ts';
import { resolveLinks } from './resolve-links.ts';
import { isRetryDue, putOffRetries } from './retries.ts';
import { isVoice, voiceId } from './voices.ts';
import type { YieldSettings } from './yield-settings.ts';
import { isMetAgain, positionOf, type Yields } from './yields.ts';

/** Why a URL waits: its region brings nothing new, or nothing but more of itself. */
export interface HeldByYield extends HeldReason {
  readonly kind: HeldRegion['why'];
  readonly estimate: Estimate;
  /** All that was counted under the name of the region that is held, whatever pages led there. */
  readonly counted: YieldRegion;
}

/** A reason that this order gave. */
export function yieldReason(reason: HeldReason): HeldByYield {
  return reason as HeldByYield;
}

/** Grows when regions are held by other rules. */
const rules = 2;
/** More than two ranks differ by (`quantise`): a level comes before every rank. */
const levelRanks = 4_000_000_000;
/** By which spilled URLs come back later for each level. All of them together are less than a tier differs by. */
const behindRanks = 100_000_000;
/** From this level on URLs are taken in any order. */
const poorLevel = 7;
/**
 * Tries of what is held when nothing else is left: some, and one more for so many fetches; more where all that is held is
 * little, as in a small site whose errors and copies stand in folders of their own.
 */
const appeals = { usual: { some: 1, fetches: 200 }, little: { some: 8, fetches: 50 } } as const;
/** Relevance that the link from outside of a region promises, at least, which speaks alone for a URL of the region. */
const leastPromise = 0.5;
const dayMs = 86_400_000;

/**
 * Has the URLs of a host wait whose region is held, and those go first of which most is expected. A region that is held
 * gets one more try, before all else, each time that the fetches of the host have doubled; when nothing else is left one
 * for so many fetches, and one a day.
 * @param holdsAlone whether no other order holds URLs of the host
 */
export function yieldOrder(body: HostBody, { hold, accept }: YieldSettings, holdsAlone = true): Order {
  if (!hold) return { ...noOrder, key: 'yield off' };
  const yields = yieldsOf(body);
  const expected = estimates(yields, accept);
  const freed = freedIn(body);
  const heldIn = (
    entry: Pick<PendingEntry, 'url' | 'from' | 'seq'>,
    { held } = expected(entry),
  ): HeldRegion | undefined => {
    return held === undefined || isFreed(freed, entry, held) ? undefined : held;
  };
  const weight = (entry: PendingEntry): number => {
    const of = expected(entry);
    return weighed(entry.rank, of.relevance) + levelRanks * levelOf(of);
  };
  /** What others hold is not tried; of spilled URLs nobody knows who holds them. */
  const ownHeld = (): number => {
    if (holdsAlone) return heldCount(body);
    return [...body.held.values()].filter((entry) => heldIn(entry) !== undefined).length;
  };
  const isPaid = (): boolean => yields.appeals < appealsOf(yields, ownHeld());
  const triesAt = (now: number): HeldTries => {
    if (!holdsAlone && ownHeld() === 0) return noTries;
    const next = yields.appealedAt + dayMs;
    return isPaid() || now >= next ? { now: 1 } : { now: 0, next };
  };
  return {
    // Held URLs are judged anew where the rules have changed since they were held.
    key: [`yield ${rules}`, ...accept].join('\t'),
    epoch: () => yields.epoch,
    takeFreed() {
      const { freed } = yields;
      yields.freed = false;
      return freed;
    },
    holdOf(entry): HeldByYield | undefined {
      const held = heldIn(entry);
      if (held === undefined || isRetryDue(yields, held)) return undefined;
      const counted = yields.regions.get(held.name) ?? held.region;
      return { kind: held.why, pattern: held.name, estimate: expected(entry), counted };
    },
    weigh(entry, rank) {
      const of = expected(entry);
      const own = isPoor(of) ? scattered(entry) : weighed(rank, of.relevance);
      return own + levelRanks * (heldIn(entry, of) === undefined ? levelOf(of) : -1);
    },
    hostRank: (rank, entry) =>
      weighed(rank, entry === undefined ? hostFactor(yields) : promiseFactor(expected(entry))),
    spillRank(rank, entry) {
      const of = expected(entry);
      const own = isPoor(of) ? scattered(entry) : weighed(rank, promiseFactor(of) / hostFactor(yields));
      return own + behindRanks * levelOf(of);
    },
    betterSource(entry, found) {
      const known = expected(entry);
      const voice = known.held && speaksFor(yields, entry, known.held, found);
      if (voice !== undefined || found === undefined || found === entry.from) return voice;
      // What is as good as new needs no better one.
      if (known.held === undefined && known.order >= goodBound) return undefined;
      return expected(entry, found).bound > known.bound ? found : undefined;
    },
    tries: triesAt,
    tryFirst(held, now) {
      if (triesAt(now).now === 0) return undefined;
      // What is endless always brings something, and what is barren by mistake waits behind it: so it comes first on every other day.
      const endlessFirst = !isPaid() && Math.floor(now / dayMs) % 2 === 0;
      const tryWeight = (entry: PendingEntry): number =>
        weight(entry) + (expected(entry).held?.why === 'endless' && !endlessFirst ? levelRanks * levels : 0);
      let best: PendingEntry | undefined;
      for (const entry of held) {
        if (!holdsAlone && heldIn(entry) === undefined) continue;
        const order =
          best === undefined ? -1 : tryWeight(entry) - tryWeight(best) || comparePending(entry, best);
        if (order < 0) best = entry;
      }
      return best;
    },
    tried(entry, now) {
      if (isPaid()) {
        yields.appeals++;
        // One that brings something is no loss. What is endless always does.
        if (expected(entry).held?.why !== 'endless') yields.appealing = entry.url;
      }
      yields.appealedAt = now;
    },
    resolved: (links) => resolveLinks(yields, links),
    taken(entry) {
      const held = heldIn(entry);
      if (held === undefined || !isRetryDue(yields, held)) return;
      putOffRetries(yields, held, entry.url);
      yields.epoch++;
    },
  };
}

/** Whether a person let a URL go that is held under a name. */
export function isLetGo(body: HostBody, name: string): (entry: Pick<PendingEntry, 'seq'>) => boolean {
  const freed = freedIn(body);
  return (entry) => isFreed(freed, entry, { name });
}

function isPoor(of: Estimate): boolean {
  return levelOf(of) >= poorLevel;
}

/** A place that the URL alone gives: links of one page are good or dead together, and what is poor is to be judged by many pages. */
function scattered({ url }: PendingEntry): number {
  return (urlPattern(url).hash / 2 ** 16) * behindRanks;
}

/**
 * What speaks for a URL that is held: links to it from two pages outside of its region, one that promises a relevant page, or a
 * list. Undefined: nothing does.
 */
function speaksFor(
  yields: Yields,
  { from, rank }: PendingEntry,
  { name }: HeldRegion,
  found: number | undefined,
): number | undefined {
  const sourceOf = (id: number) => yields.linkRegionById.get(id);
  if (isVoice(sourceOf(from))) return undefined;
  if (found !== undefined && isVoice(sourceOf(found))) return found;
  const isOutside = (id: number): boolean => {
    const source = sourceOf(id);
    if (source === undefined) return id === 0;
    if (source.position.regions.some((one) => isSame(one, name))) return false;
    return estimateOf(yields, source).bound >= goodBound;
  };
  if (!isOutside(from)) return undefined;
  const speaks = found === undefined ? (promiseOf(rankOf(rank)) ?? 0) >= leastPromise : isOutside(found);
  return speaks ? voiceId(yields, 'links') : undefined;
}

/** Copies of the pages of a region lie in it as well. */
function isSame(one: string, other: string): boolean {
  return trimmedEnd(one, '^') === trimmedEnd(other, '^');
}

/** The estimate of URLs of a pattern that were found on pages of one pattern; `epoch` is that in which it was made. */
interface Expected {
  epoch: number;
  estimate: Estimate | undefined;
}

/** What was found out of a URL. */
interface Placed {
  readonly known: UrlPattern;
  isAgain: boolean;
  from: number;
  expected: Expected;
}

/**
 * Estimates are asked for again and again, and change with the epoch: each is made once for a link region, which a URL finds by its
 * name.
 */
function estimates(
  yields: Yields,
  accept: readonly string[],
): (entry: Pick<PendingEntry, 'url' | 'from'>, from?: number) => Estimate {
  const bySource = new Map<number, Map<string, Expected>>();
  const placed = new Map<string, Placed>();
  const expectedOf = ({ regions }: UrlPattern, isAgain: boolean, from: number): Expected => {
    const last = regions.at(-1) as string;
    const byPattern = entryOf(bySource, from, () => new Map<string, Expected>());
    return entryOf(byPattern, isAgain ? `${last}^` : last, () => ({ epoch: -1, estimate: undefined }));
  };
  const make = (url: CanonicalUrl, from: number): Estimate => {
    const position = positionOf(yields, url, from);
    const { held, ...rest } = estimate(yields, position);
    const isAccepted = position.regions.some((name) => accept.includes(name));
    return held === undefined || isAccepted ? rest : { ...rest, held };
  };
  return ({ url, from: own }, from = own) => {
    const place = entryOf(placed, url, () => {
      const known = urlPattern(url);
      const isAgain = isMetAgain(yields, known);
      return { known, isAgain, from, expected: expectedOf(known, isAgain, from) };
    });
    const isAgain = isMetAgain(yields, place.known);
    let { expected } = place;
    if (place.from !== from || place.isAgain !== isAgain) {
      expected = expectedOf(place.known, isAgain, from);
      if (from === own) Object.assign(place, { isAgain, from, expected });
    }
    if (expected.estimate === undefined || expected.epoch !== yields.epoch) {
      expected.estimate = make(url, from);
      expected.epoch = yields.epoch;
    }
    return expected.estimate;
  };
}

function entryOf<K, V>(entries: Map<K, V>, key: K, make: () => V): V {
  const known = entries.get(key);
  if (known !== undefined) return known;
  const made = make();
  entries.set(key, made);
  return made;
}

/** Tries that are paid for. */
function appealsOf({ host }: Yields, held: number): number {
  const paid = ({ some, fetches }: { some: number; fetches: number }): number =>
    some + host.fetched / fetches;
  const little = paid(appeals.little);
  return held <= little ? little : paid(appeals.usual);
}
