import type { HostBody } from '../frontier/body.ts';
import { heldCount } from '../frontier/counters.ts';
import { comparePending, type PendingEntry } from '../frontier/entry.ts';
import { type HeldReason, type HeldTries, noOrder, type Order } from '../frontier/order.ts';
import { type Estimate, estimate, type HeldRegion } from './estimate.ts';
import { yieldsOf } from './host-state.ts';
import { resolveLinks } from './observe.ts';
import type { YieldSettings } from './yield-settings.ts';
import { positionOf, type Yields } from './yields.ts';

/** Why a URL waits: its region brings nothing new, or nothing but more of itself. */
export interface HeldByYield extends HeldReason {
  readonly kind: HeldRegion['why'];
  readonly estimate: Estimate;
}

/** A reason that this order gave. */
export function yieldReason(reason: HeldReason): HeldByYield {
  return reason as HeldByYield;
}

/** Levels of the bound of a yield; within one, the rank decides. What is as good as new stands in the first. */
const levels = 10;
const goodBound = 0.8;
/** More than two ranks differ by (`quantise`): a level comes before every rank. */
const levelRanks = 4_000_000_000;
/** A region that is held gets its first further try when its host has made so many fetches. */
const firstRetry = 20;
/**
 * Tries of what is held when nothing else is left: some, and one more for so many fetches; more where all that is held is
 * little, as in a small site whose errors and copies stand in folders of their own.
 */
const appeals = { usual: { some: 1, fetches: 200 }, little: { some: 8, fetches: 50 } } as const;
const dayMs = 86_400_000;
const minuteMs = 60_000;

/**
 * Has the URLs of a host wait whose region is held, and those go first of which most is expected. A region that is held
 * gets one more try, before all else, each time that the fetches of the host have doubled; when nothing else is left one
 * for so many fetches, and one a day.
 */
export function yieldOrder(body: HostBody, { hold, accept }: YieldSettings): Order {
  if (!hold) return { ...noOrder, key: 'yield off' };
  const yields = yieldsOf(body);
  const expected = estimates(yields, accept);
  const retry = (held: HeldRegion | undefined): boolean => {
    if (held === undefined) return false;
    const { region } = held;
    const { fetched } = yields.host;
    region.heldSince ||= Math.round(yields.now / minuteMs);
    if (region.retryAt === 0) region.retryAt = Math.max(firstRetry, 2 * fetched);
    return fetched >= region.retryAt;
  };
  const weight = (entry: PendingEntry): number => entry.rank + levelRanks * levelOf(expected(entry));
  const isPaid = (): boolean => yields.appeals < appealsOf(yields, heldCount(body));
  const triesAt = (now: number): HeldTries => {
    const next = yields.appealedAt + dayMs;
    return isPaid() || now >= next ? { now: 1 } : { now: 0, next };
  };
  return {
    key: ['yield', ...accept].join('\t'),
    epoch: () => yields.epoch,
    takeFreed() {
      const { freed } = yields;
      yields.freed = false;
      return freed;
    },
    holdOf(entry): HeldByYield | undefined {
      const of = expected(entry);
      if (of.held === undefined || retry(of.held)) return undefined;
      return { kind: of.held.why, pattern: of.held.name, estimate: of };
    },
    weigh(entry, rank) {
      const of = expected(entry);
      return rank + levelRanks * (of.held === undefined ? levelOf(of) : -1);
    },
    isBetterSource: (known, found, url) =>
      expected({ url, from: found }).bound > expected({ url, from: known }).bound,
    tries: triesAt,
    tryFirst(held, now) {
      if (triesAt(now).now === 0) return undefined;
      let best: PendingEntry | undefined;
      for (const entry of held) {
        const order = best === undefined ? -1 : weight(entry) - weight(best) || comparePending(entry, best);
        if (order < 0) best = entry;
      }
      return best;
    },
    tried(entry, now) {
      if (isPaid()) {
        yields.appeals++;
        // One that brings something is no loss. What is endless always does.
        if (expected(entry).held?.why === 'barren') yields.appealing = entry.url;
      }
      yields.appealedAt = now;
    },
    resolved: (news) => resolveLinks(yields, news),
    taken(entry) {
      const { held } = expected(entry);
      if (held === undefined || !retry(held)) return;
      held.region.retryAt = 2 * yields.host.fetched;
      yields.epoch++;
    },
  };
}

/** Estimates are asked for again and again, and change only when a fetch is entered. */
function estimates(
  yields: Yields,
  accept: readonly string[],
): (entry: Pick<PendingEntry, 'url' | 'from'>) => Estimate {
  let epoch = -1;
  const known = new Map<string, Estimate>();
  return ({ url, from }) => {
    if (epoch !== yields.epoch) known.clear();
    epoch = yields.epoch;
    const position = positionOf(yields, url, from);
    let found = known.get(position.linkRegion);
    if (found === undefined) {
      found = estimate(yields, position);
      if (found.held !== undefined && position.regions.some((name) => accept.includes(name))) {
        const { held: _, ...accepted } = found;
        found = accepted;
      }
      known.set(position.linkRegion, found);
    }
    return found;
  };
}

function levelOf({ bound }: Estimate): number {
  return bound >= goodBound ? 0 : Math.floor((1 - bound) * levels);
}

/** Tries that are paid for. */
function appealsOf({ host }: Yields, held: number): number {
  const [usual, little] = [appeals.usual, appeals.little].map(
    ({ some, fetches }) => some + host.fetched / fetches,
  );
  return held <= (little as number) ? (little as number) : (usual as number);
}
