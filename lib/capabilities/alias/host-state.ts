import type { Json } from '../../base/json.ts';
import { type HostBody, type PartCodec, stateIn } from '../../domain/frontier/body.ts';

const progress: PartCodec<Map<string, number>> = {
  name: 'unalias',
  version: 1,
  empty: () => new Map(),
  encode: (done) => (done.size === 0 ? undefined : Object.fromEntries(done)),
  decode: (stored: Json) => new Map(Object.entries(stored as Readonly<Record<string, number>>)),
};

/** How many parts of each journal the host is done with. */
export function progressOf({ parts }: Pick<HostBody, 'parts'>): Map<string, number> {
  return stateIn(parts, progress);
}
