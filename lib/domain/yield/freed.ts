import { checkHeldAgain, type HostBody, type PartCodec, stateIn } from '../frontier/body.ts';
import type { PendingEntry } from '../frontier/entry.ts';
import type { FreeOrder } from '../frontier/inbox-item.ts';
import type { HeldRegion } from './estimate.ts';

/** Held URLs that may go because a person said so. */
export interface Freed {
  /** By the name of a region, or under `any`: its URLs may go that had arrived when there were so many. */
  readonly before: Map<string, number>;
}

/** No region has this name. */
const any = '';
/** Regions that are remembered; the one that was named longest ago goes first. */
const mostRegions = 16;

const freedState: PartCodec<Freed> = {
  name: 'freed',
  version: 1,
  empty: () => ({ before: new Map() }),
  encode: ({ before }) => (before.size === 0 ? undefined : [...before]),
  decode: (stored) => ({ before: new Map(stored as unknown as readonly [string, number][]) }),
};

/** Held URLs of a host that may go because a person said so. */
export function freedIn({ parts }: Pick<HostBody, 'parts'>): Freed {
  return stateIn(parts, freedState);
}

/** Lets held URLs go. @returns nothing: they are checked again when the host needs URLs */
export function freeHeld(body: HostBody, { before, region = any }: FreeOrder): void {
  const freed = freedIn(body).before;
  const known = freed.get(region) ?? 0;
  freed.delete(region);
  freed.set(region, Math.max(known, before));
  for (const name of freed.keys()) {
    if (freed.size <= mostRegions) break;
    if (name !== any) freed.delete(name);
  }
  checkHeldAgain(body);
}

/** Whether a URL may go although its region is held. */
export function isFreed(
  { before }: Freed,
  { seq }: Pick<PendingEntry, 'seq'>,
  { name }: HeldRegion,
): boolean {
  return before.size > 0 && seq < Math.max(before.get(any) ?? 0, before.get(name) ?? 0);
}
