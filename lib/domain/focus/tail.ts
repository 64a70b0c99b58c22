import { type PendingEntry, rankOf } from '../frontier/entry.ts';
import type { HeldReason, Order } from '../frontier/order.ts';
import type { FocusSettings } from './focus-settings.ts';
import { decodeRank } from './link-rank.ts';
import { isRelevanceOrdered } from './ranking.ts';
import type { CrawlTotals } from './supervision.ts';

/** The name under which people let the tail go, as they do the regions that yield holds. */
export const tailName = 'tail';

/** Why a URL of the tail waits. */
export interface HeldInTail extends HeldReason {
  readonly kind: typeof tailName;
  /** Probability that its page is relevant, 0 to 1. */
  readonly promise: number;
  /** The harvest below which a promise is held. */
  readonly least: number;
}

/** Pages of the tail that a crawl fetches before the tail is judged (docs/decisions/0043-promise-and-harvest.md). */
const triedPages = 50;

/**
 * The tail of a crawl are the URLs that promise less than the least harvest. Returns that harvest; undefined where the job
 * follows whatever waits.
 */
export function tailOf(focus: FocusSettings, hasTopic: boolean): number | undefined {
  const { mode, minHarvest } = focus;
  return mode === 'best-first' && minHarvest > 0 && isRelevanceOrdered(focus, hasTopic)
    ? minHarvest
    : undefined;
}

/**
 * Whether a URL with this rank belongs to the tail. Ranks without a promise, as those of seeds and sitemaps, do not.
 */
export function isInTail(rank: number, least: number): boolean {
  return promiseBelow(rank, least) !== undefined;
}

function promiseBelow(rank: number, least: number): number | undefined {
  const promise = decodeRank(rank)?.relevance;
  return promise !== undefined && promise < least ? promise : undefined;
}

/**
 * Whether the tail is to be held: the pages of it that were fetched brought less than the least harvest. Until some were
 * fetched nobody knows: a strict filter promises little at the beginning of a crawl.
 */
export function isTailPoor({ tail = 0, tailKept = 0 }: CrawlTotals, least: number): boolean {
  return tail >= triedPages && tailKept < least * tail;
}

/** An order that also holds the tail. @param isFreed whether a person let a URL of the tail go */
export function holdingTail(
  order: Order,
  least: number,
  isFreed: (entry: Pick<PendingEntry, 'seq'>) => boolean,
): Order {
  return {
    ...order,
    key: `${order.key}\ntail ${least}`,
    holdOf(entry): HeldReason | undefined {
      const hold = order.holdOf(entry);
      if (hold !== undefined) return hold;
      const promise = promiseBelow(rankOf(entry.rank), least);
      if (promise === undefined || isFreed(entry)) return undefined;
      const inTail: HeldInTail = { kind: tailName, pattern: tailName, promise, least };
      return inTail;
    },
  };
}

/** The reason as this order gave it; undefined: another order gave it. */
export function tailReason(reason: HeldReason): HeldInTail | undefined {
  return reason.kind === tailName ? (reason as HeldInTail) : undefined;
}
