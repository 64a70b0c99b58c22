import type { HostBody } from '../frontier/body.ts';
import { comparePending, type PendingEntry } from '../frontier/entry.ts';
import type { HeldReason, HeldTries, Order } from '../frontier/order.ts';
import { type Estimate, estimate, type HeldRegion } from './estimate.ts';
import { yieldsOf } from './host-state.ts';
import { resolveLinks } from './observe.ts';
import { positionOf, type Yields } from './yields.ts';

/** Why a URL waits: its region brings nothing new, or nothing but more of itself. */
export interface HeldByYield extends HeldReason {
  readonly kind: HeldRegion['why'];
  readonly estimate: Estimate;
}

/** Levels of the bound of a yield; within one, the rank decides. What is as good as new stands in the first. */
const levels = 10;
const goodBound = 0.8;
/** More than two ranks differ by (`quantise`): a level comes before every rank. */
const levelRanks = 4_000_000_000;
/** A region that is held gets its first further try when its host has made so many fetches. */
const firstRetry = 20;
/** Tries of what is held when nothing else is left: one, and one more for so many fetches. */
const fetchesPerAppeal = 200;
const dayMs = 86_400_000;

/**
 * Has the URLs of a host wait whose region is held, and those go first of which most is expected. A region that is held
 * gets one more try, before all else, each time that the fetches of the host have doubled; when nothing else is left one
 * for so many fetches, and one a day.
 */
export function yieldOrder(body: HostBody): Order {
  const yields = yieldsOf(body);
  const expected = estimates(yields);
  const retry = (held: HeldRegion | undefined): boolean => {
    if (held === undefined) return false;
    const { region } = held;
    const { fetched } = yields.host;
    if (region.retryAt === 0) region.retryAt = Math.max(firstRetry, 2 * fetched);
    return fetched >= region.retryAt;
  };
  const weight = (entry: PendingEntry): number => entry.rank + levelRanks * levelOf(expected(entry));
  const triesAt = (now: number): HeldTries => triesOf(yields, now);
  return {
    key: 'yield',
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
      if (triesAt(now).any <= 0) return undefined;
      let best: PendingEntry | undefined;
      for (const entry of held) {
        const order = best === undefined ? -1 : weight(entry) - weight(best) || comparePending(entry, best);
        if (order < 0) best = entry;
      }
      return best;
    },
    tried(_, now) {
      if (yields.appeals < appealsOf(yields)) yields.appeals++;
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
function estimates(yields: Yields): (entry: Pick<PendingEntry, 'url' | 'from'>) => Estimate {
  let epoch = -1;
  const known = new Map<string, Estimate>();
  return ({ url, from }) => {
    if (epoch !== yields.epoch) known.clear();
    epoch = yields.epoch;
    const position = positionOf(yields, url, from);
    let found = known.get(position.linkRegion);
    if (found === undefined) {
      found = estimate(yields, position);
      known.set(position.linkRegion, found);
    }
    return found;
  };
}

function levelOf({ bound }: Estimate): number {
  return bound >= goodBound ? 0 : Math.floor((1 - bound) * levels);
}

function appealsOf({ host }: Yields): number {
  return 1 + host.fetched / fetchesPerAppeal;
}

function triesOf(yields: Yields, now: number): HeldTries {
  const next = yields.appealedAt + dayMs;
  const any = yields.appeals < appealsOf(yields) || now >= next ? 1 : 0;
  return { any, chosen: 0, ...(any === 0 && { next }) };
}
