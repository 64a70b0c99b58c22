import { type HostBody, type PartCodec, stateIn } from '../frontier/body.ts';
import type { Freed } from './freed.ts';
import { hashesOf, restoreYields, storeYields } from './stored-yields.ts';
import { emptyYields, type Yields } from './yields.ts';

/** What the fetches of a host told of its regions. */
const yieldState: PartCodec<Yields> = {
  name: 'yield',
  version: 7,
  // A digest of version 6 may be what says in version 7 that nobody read a page: one page in 256 counts once as known.
  oldest: 6,
  empty: emptyYields,
  encode: storeYields,
  bytesOf: hashesOf,
  decode: restoreYields,
  // Ids are never used again: pending URLs have them.
  shed: (yields) => forget(yields),
};

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

/** What the fetches of a host told of its regions. */
export function yieldsOf({ parts }: Pick<HostBody, 'parts'>): Yields {
  return stateIn(parts, yieldState);
}

function forget({ regions, linkRegions, linkRegionById, memory, linked, met }: Yields): void {
  const { once, often, marks } = memory;
  for (const entries of [regions, linkRegions, linkRegionById, once, often, marks, linked, met])
    entries.clear();
}
