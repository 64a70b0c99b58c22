import type { PartCodec } from '../frontier/store/part-states.ts';
import type { Fingerprint } from '../url/fingerprint.ts';
import type { ChangeHistory } from './change-rate.ts';
import type { Sites } from './popularity.ts';

/** What a host's body keeps for the times of next visits. */
export interface HostRevisits {
  /** What its pages told of how often they change; absent where that is not estimated. */
  changes?: ChangeHistory;
  /** Of some URLs, the other sites that link to them (`linked-by.ts`), those heard of first in front. */
  readonly sites: Map<Fingerprint, Sites>;
}

interface StoredState {
  readonly changes?: { readonly changes: number; readonly days: number };
  readonly sites?: Readonly<Record<string, number>>;
}

export const revisitState: PartCodec<HostRevisits> = {
  name: 'revisit',
  version: 1,
  empty: () => ({ sites: new Map() }),
  encode({ changes, sites }) {
    if (changes === undefined && sites.size === 0) return undefined;
    return {
      ...(changes !== undefined && { changes: { ...changes } }),
      ...(sites.size > 0 && { sites: Object.fromEntries(sites) }),
    };
  },
  decode(stored) {
    const { changes, sites = {} } = stored as StoredState;
    const known = Object.entries(sites).map(([seen, bits]) => [seen as Fingerprint, bits] as const);
    return { ...(changes !== undefined && { changes }), sites: new Map(known) };
  },
  shed: ({ sites }) => sites.clear(),
};
