import type { PendingEntry } from '../frontier/entry.ts';
import { orderKind } from '../orders/order-kind.ts';
import type { HeldRegion } from './estimate.ts';

/** Held URLs that may go. Taken in twice, it frees nothing more. */
export interface FreeOrder {
  /** URLs of the host that had arrived when there were so many (`HostBody.arrivals`). What they lead to arrives later, and is judged anew. */
  readonly before: number;
  /** Only URLs that are held by the region of this name; absent: by any. */
  readonly region?: string;
}

export const freeOrder = orderKind<FreeOrder>('f');

/** Held URLs that may go because a person said so. */
export interface Freed {
  /** By the name of a region, or under `any`: its URLs may go that had arrived when there were so many. */
  readonly before: Map<string, number>;
}

/** No region has this name. */
const any = '';
/** Regions that are remembered; the one that was named longest ago goes first. */
const mostRegions = 16;

/** Notes that held URLs may go. They do once they are checked again (`checkHeldAgain`). */
export function freeHeld(freed: Freed, { before, region = any }: FreeOrder): void {
  const known = freed.before.get(region) ?? 0;
  freed.before.delete(region);
  freed.before.set(region, Math.max(known, before));
  for (const name of freed.before.keys()) {
    if (freed.before.size <= mostRegions) break;
    if (name !== any) freed.before.delete(name);
  }
}

/** Whether a URL may go although its region is held. */
export function isFreed(
  { before }: Freed,
  { seq }: Pick<PendingEntry, 'seq'>,
  { name }: Pick<HeldRegion, 'name'>,
): boolean {
  return before.size > 0 && seq < Math.max(before.get(any) ?? 0, before.get(name) ?? 0);
}
