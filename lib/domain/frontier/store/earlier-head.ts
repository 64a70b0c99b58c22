import { type RawReader, takeHex } from './columns.ts';
import type { StoredPartStates } from './part-states.ts';
import type { Totals } from './state.ts';

/** The states of parts as bodies of versions 1 and 2 have them, among the fields of the head. */
export interface EarlierHead {
  readonly backoffs?: number;
  readonly totals: Totals & { changes?: { readonly changes: number; readonly days: number } };
  /** The sites that link to popular URLs, whose fingerprints end the raw bytes. */
  readonly sites?: readonly number[];
}

/**
 * Takes the states of parts out of an earlier head, in version 1 of their form.
 * @param raw its position is at the fingerprints of popular URLs
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
