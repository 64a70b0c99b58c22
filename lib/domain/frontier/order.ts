import type { CanonicalUrl } from '../../base/url/url.ts';
import type { PendingEntry } from './entry.ts';

/** Why a URL is held. Whoever holds it adds what people want to know. */
export interface HeldReason {
  readonly kind: string;
  /** The pattern of the URL, for people. */
  readonly pattern: string;
}

/** Tries of held URLs that are paid for. */
export interface HeldTries {
  /** How many may be made now. */
  readonly now: number;
  /** Epoch ms at which there will be a try; absent: time alone brings none. */
  readonly next?: number;
}

/**
 * What capabilities say about the URLs of a host that wait for their first visit: which of them must wait (they are held)
 * and which go first (docs/decisions/0021-order.md). A turn sets the order of its body (`setOrder`). The frontier stores
 * the held URLs, and knows nothing of the reasons.
 */
export interface Order {
  /** What the answers depend on beside what was learnt: settings. Under another key all held URLs are checked again. */
  readonly key: string;
  /** Grows when an answer may have changed; 0 when the body was opened. */
  epoch(): number;
  /** Whether URLs that were held may have become free since the last call. */
  takeFreed(): boolean;
  /** Why a URL must wait; undefined: it may go. */
  holdOf(entry: Pick<PendingEntry, 'url' | 'rank' | 'from' | 'seq'>): HeldReason | undefined;
  /** The rank by which a URL of the head is taken. Smaller is first. */
  weigh?(entry: PendingEntry, rank: number): number;
  /**
   * The URL of the head that is taken next, where more than a rank decides; 'any': the smallest rank does.
   * @param pending URLs that may go, and that no person asked for
   * @param weigh the rank by which all orders together would take a URL
   * @param now epoch ms
   */
  choose?(
    pending: readonly PendingEntry[],
    weigh: (entry: PendingEntry) => number,
    now: number,
  ): PendingEntry | 'any' | undefined;
  /** Whether no URL of the host is to be taken that waits for its first visit, but for what a person asked for. */
  isOver?(): boolean;
  /** The rank by which a URL counts for its host among other hosts. @param entry of the URL; undefined: it is spilled */
  hostRank?(rank: number, entry?: PendingEntry): number;
  /** The rank by which a URL comes back that is spilled now, beside others of its host; `hostRank` is asked of it for the host. */
  spillRank?(rank: number, entry: PendingEntry): number;
  /**
   * The source that a waiting URL is to have, if not its own: it is checked again.
   * @param found the source of a further link to it; undefined: the URL is about to be held
   */
  betterSource?(entry: PendingEntry, found?: number): number | undefined;
  /** @param now epoch ms */
  tries?(now: number): HeldTries;
  /** The held URL of the head that is tried first, while `tries` leaves any. */
  tryFirst?(held: Iterable<PendingEntry>, now: number): PendingEntry | undefined;
  /** A held URL is being tried. @param now epoch ms */
  tried?(entry: PendingEntry, now: number): void;
  /** A URL that is not held is about to be fetched. */
  taken?(entry: PendingEntry): void;
  /** Unchecked URLs were compared with the spilled ones. @param links of them, by source */
  resolved?(links: ReadonlyMap<number, ResolvedLinks>): void;
}

/** Unchecked URLs that were found in one source. */
export interface ResolvedLinks {
  /** Those that are new. */
  readonly found: readonly CanonicalUrl[];
  /** Those that were known, or that several pages led to. */
  readonly known: readonly CanonicalUrl[];
}

/** The order of a body that no turn has opened: it permits everything, and what is held stays as it is. */
export const noOrder: Order = { key: '', epoch: () => 0, takeFreed: () => false, holdOf: () => undefined };

export const noTries: HeldTries = { now: 0 };

/** One order of several: a URL may go when all permit it. */
export function allOf(orders: readonly Order[]): Order {
  const [only] = orders;
  if (only !== undefined && orders.length === 1) return only;
  return {
    key: orders.map(({ key }) => key).join('\n'),
    epoch: () => orders.reduce((sum, one) => sum + one.epoch(), 0),
    // Each is asked: it forgets its answer.
    takeFreed: () => orders.filter((one) => one.takeFreed()).length > 0,
    holdOf: (entry) => first(orders, (one) => one.holdOf(entry)),
    weigh: (entry, rank) => orders.reduce((sum, one) => one.weigh?.(entry, sum) ?? sum, rank),
    choose: (pending, weigh, now) => {
      for (const one of orders) {
        const chosen = one.choose?.(pending, weigh, now) ?? (one.choose === undefined ? 'any' : undefined);
        if (chosen !== 'any') return chosen;
      }
      return 'any';
    },
    isOver: () => orders.some((one) => one.isOver?.() === true),
    hostRank: (rank, entry) => orders.reduce((sum, one) => one.hostRank?.(sum, entry) ?? sum, rank),
    spillRank: (rank, entry) => orders.reduce((sum, one) => one.spillRank?.(sum, entry) ?? sum, rank),
    betterSource: (entry, found) => first(orders, (one) => one.betterSource?.(entry, found)),
    tries: (now) => orders.map((one) => one.tries?.(now) ?? noTries).reduce(sumOf, noTries),
    tryFirst: (held, now) => {
      const all = [...held];
      return first(orders, (one) => one.tryFirst?.(all, now));
    },
    tried: (entry, now) => orders.forEach((one) => void one.tried?.(entry, now)),
    taken: (entry) => orders.forEach((one) => void one.taken?.(entry)),
    resolved: (links) => orders.forEach((one) => void one.resolved?.(links)),
  };
}

function first<T>(orders: readonly Order[], ask: (order: Order) => T | undefined): T | undefined {
  for (const order of orders) {
    const answer = ask(order);
    if (answer !== undefined) return answer;
  }
  return undefined;
}

function sumOf(one: HeldTries, other: HeldTries): HeldTries {
  const next = Math.min(one.next ?? Number.POSITIVE_INFINITY, other.next ?? Number.POSITIVE_INFINITY);
  const sum = { now: one.now + other.now };
  return Number.isFinite(next) ? { ...sum, next } : sum;
}
