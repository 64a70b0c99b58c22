import type { Json } from '../../../base/json.ts';
import { quantise } from '../entry.ts';
import { type RawReader, takeHex } from './columns.ts';
import { type PartStates, partStates, type StoredPartStates } from './part-states.ts';
import type { HostBody, Totals } from './state.ts';

/** The states of parts as bodies before version 5 have them, before version 4 some among the fields of the head. */
export interface EarlierHead {
  readonly parts?: StoredPartStates;
  readonly traps?: EarlierAccounts;
  readonly backoffs?: number;
  readonly totals: Totals & { changes?: { readonly changes: number; readonly days: number } };
  /** The sites that link to popular URLs, whose fingerprints end the raw bytes. */
  readonly sites?: readonly number[];
}

/** The accounts of traps: areas and rules say how many of their phrases and pages stand in the raw bytes. */
interface EarlierAccounts {
  readonly [key: string]: Json;
  /** The id of the next source, and counts. */
  readonly n: readonly [nextId: number, ...Json[]];
  readonly a: readonly (readonly [Json, Json, Json, Json, phrases: number, ...Json[]])[];
  readonly r: readonly (readonly [Json, Json, Json, Json, Json, pages: number])[];
}

/** Bytes of a phrase and of a page. */
const phraseBytes = 2;
const pageBytes = 8;
/** In earlier versions all states of parts stood among the fields of the head, and the accounts of traps one version longer. */
const since = { parts: 3, traps: 4 } as const;

/**
 * Takes the states of parts out of an earlier head, in version 1 of their form.
 * @param raw its position is behind the marks of stale copies
 */
export function partsOfEarlier(version: number, head: EarlierHead, raw: RawReader): PartStates {
  if (version >= since.traps) return withoutTraps(partStates(head.parts, raw));
  // The hashes of traps came first.
  const { stored: traps } = partStates(trapsOf(head), raw);
  const { stored, opened } = partStates(version < since.parts ? takeFields(head, raw) : head.parts);
  return withoutTraps({ stored: new Map([...stored, ...traps]), opened });
}

/** The part `yield` has taken the place of the watch for traps: it goes on with the ids of sources, which pending URLs have. */
function withoutTraps({ stored, opened }: PartStates): PartStates {
  const traps = stored.get('traps');
  stored.delete('traps');
  if (traps !== undefined) {
    const [nextId] = (traps.state as unknown as EarlierAccounts).n;
    stored.set('yield', { version: 0, state: nextId, bytes: new Uint8Array(0) });
  }
  return { stored, opened };
}

/** The rank of URLs that the watch for traps made up, to learn what a host shows where there is no page. */
const madeUp = quantise(-1_000_000);

/** Drops from the head what only the watch for traps asked for. */
export function dropMadeUp({ pending }: Pick<HostBody, 'pending'>): void {
  for (const [url, { rank }] of pending) if (rank === madeUp) pending.delete(url);
}

function trapsOf({ traps }: EarlierHead): StoredPartStates {
  if (traps === undefined) return {};
  const phrases = traps.a.reduce((sum, [, , , , count]) => sum + count, 0);
  const pages = traps.r.reduce((sum, [, , , , , count]) => sum + count, 0);
  return { traps: [1, traps, phraseBytes * phrases + pageBytes * pages] };
}

/** @param raw its position is at the fingerprints of popular URLs */
function takeFields({ backoffs = 0, totals, sites = [] }: EarlierHead, raw: RawReader): StoredPartStates {
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
