import { type PendingEntry, rankOf } from '../frontier/entry.ts';
import type { HeldReason, Order } from '../frontier/order.ts';
import { bandCount, bandFloors, bandOfRelevance } from './bands.ts';
import { decodeRank } from './link-rank.ts';

/** The name under which people let the tail go, as they do the regions that yield holds. */
export const tailName = 'tail';

/** Counts of judged and kept pages by the band of what their URLs promised: `judged5`, `kept5`. Absent: 0. */
export type BandCounts = Readonly<Record<`${'judged' | 'kept'}${number}`, number>>;

/** The tail of a job: the bands of URLs that promise least, as far up as their pages bring less than the least harvest. */
export interface Tail {
  /** The number of bands that are held. */
  readonly held: number;
  /** The counts from which each band is judged; absent: those of the next look. */
  readonly from?: BandCounts;
  /** Turns hold nothing until the bands are judged again: there are other settings, or further seeds. */
  readonly anew?: true;
}

/** The tail of a job that has not been judged yet. */
export const newTail: Tail = { held: 0, from: {} };

/** Why a URL of the tail waits. */
export interface HeldInTail extends HeldReason {
  readonly kind: typeof tailName;
  /** Probability that its page is relevant, 0 to 1, as the links to it have it. */
  readonly promise: number;
  /** The harvest below which a band is held. */
  readonly least: number;
}

/** Pages of a band that a crawl fetches before the band is judged (docs/decisions/0043-promise-and-harvest.md). */
const triedPages = 50;
/** The same where the band promises enough: strict filters keep less than is relevant. */
const believedPages = 150;
/** What a URL promises counts as many pages beside those of its band. */
const promisePages = 10;
const allBands = Array.from({ length: bandCount }, (_, band) => band);

/** The band of a URL by what it promises; undefined: it promises nothing, as seeds and what sitemaps name. */
export function promiseBand(rank: number): number | undefined {
  const promise = decodeRank(rank)?.relevance;
  return promise === undefined ? undefined : bandOfRelevance(promise);
}

/**
 * The tail after a look at the counts of its crawl. From the least promising band upward, a band whose pages brought too little is
 * held, with all below it; the first that brought enough ends this, and is judged next by further pages. Bands with few
 * pages are passed over.
 */
export function judgeTail(was: Tail, counts: BandCounts, least: number): Tail {
  let { from } = was;
  if (from === undefined) return { ...was, from: ofBands(counts) };
  let held: number | undefined;
  for (let band = bandCount - 1 - (was.anew ? 0 : was.held); band >= 0; band -= 1) {
    const floor = bandFloors[band] ?? 0;
    const judged = since('judged', band, counts, from);
    if (judged < (floor < least ? triedPages : believedPages)) continue;
    const brought = since('kept', band, counts, from) >= least * judged;
    if (brought) from = { ...from, ...ofBands(counts, [band]) };
    if (brought || expectedHarvest(floor, band, counts, from) >= least) break;
    held = bandCount - band;
  }
  if (held !== undefined) return { held, from };
  return from === was.from ? was : { ...was, from };
}

/** The part of a band's pages that is expected to be relevant: what it brought, and at first what it promises. */
function expectedHarvest(promise: number, band: number, counts: BandCounts, from: BandCounts): number {
  const [judged, kept] = [since('judged', band, counts, from), since('kept', band, counts, from)];
  return (kept + promisePages * promise) / (judged + promisePages);
}

function since(what: 'judged' | 'kept', band: number, counts: BandCounts, from: BandCounts): number {
  return (counts[`${what}${band}`] ?? 0) - (from[`${what}${band}`] ?? 0);
}

/** The counts of some bands alone. */
function ofBands(counts: BandCounts, bands: readonly number[] = allBands): BandCounts {
  const keys = bands.flatMap((band) => [`judged${band}`, `kept${band}`] as const);
  return Object.fromEntries(keys.flatMap((key) => (counts[key] ? [[key, counts[key]]] : [])));
}

/** The probability that the page of a URL in the tail is relevant, by its promise and by what its band brought. */
export function expectedOf({ promise }: HeldInTail, { from = {} }: Tail, counts: BandCounts): number {
  return expectedHarvest(promise, bandOfRelevance(promise), counts, from);
}

/** An order that also holds the tail. @param isFreed whether a person let a URL of the tail go */
export function holdingTail(
  order: Order,
  { held, least }: Pick<Tail, 'held'> & Pick<HeldInTail, 'least'>,
  isFreed: (entry: Pick<PendingEntry, 'seq'>) => boolean,
): Order {
  return {
    ...order,
    key: `${order.key}\ntail ${held}`,
    holdOf(entry): HeldReason | undefined {
      const hold = order.holdOf(entry);
      if (hold !== undefined) return hold;
      const promise = decodeRank(rankOf(entry.rank))?.relevance;
      if (promise === undefined || bandOfRelevance(promise) < bandCount - held || isFreed(entry))
        return undefined;
      const inTail: HeldInTail = { kind: tailName, pattern: tailName, promise, least };
      return inTail;
    },
  };
}

/** The reason as this order gave it; undefined: another order gave it. */
export function tailReason(reason: HeldReason): HeldInTail | undefined {
  return reason.kind === tailName ? (reason as HeldInTail) : undefined;
}
