import { type RawReader, takeHex } from './columns.ts';
import type { StoredPartStates } from './part-states.ts';
import type { Totals } from './state.ts';

/** What stood beside the parts in bodies of versions 1 and 2. */
export interface EarlierHead {
  readonly backoffs?: number;
  readonly totals: Totals & { changes?: { readonly changes: number; readonly days: number } };
  /** Of popular URLs, whose fingerprints end the raw bytes, the sites. */
  readonly sites?: readonly number[];
}

/**
 * Takes the states of parts out of where they stood then, in the form that they had first.
 * @param raw at its last bytes
 */
export function takeEarlierParts(
  { backoffs = 0, totals, sites = [] }: EarlierHead,
  raw: RawReader,
): StoredPartStates {
  const { changes } = totals;
  delete totals.changes;
  const linked = Object.fromEntries(sites.map((bits) => [takeHex(raw, 8), bits]));
  const revisit = {
    ...(changes !== undefined && { changes: { ...changes } }),
    ...(sites.length > 0 && { sites: linked }),
  };
  return {
    ...(backoffs > 0 && { politeness: [1, { backoffs }] }),
    ...(Object.keys(revisit).length > 0 && { revisit: [1, revisit] }),
  };
}
