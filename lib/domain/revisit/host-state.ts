import type { PartCodec } from '../frontier/store/part-states.ts';
import type { Fingerprint } from '../url/fingerprint.ts';
import type { ChangeHistory } from './change-rate.ts';
import type { Sites } from './popularity.ts';

/** The part of a host's body from which the times of next visits are computed. */
export interface HostRevisits {
  /** How often its pages changed; absent where that is not estimated. */
  changes?: ChangeHistory;
  /** The other sites that link to some of the URLs (`linked-by.ts`), in the order in which they were noted. */
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
