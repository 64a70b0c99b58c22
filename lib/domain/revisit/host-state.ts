import type { PartCodec } from '../frontier/store/part-states.ts';
import type { Fingerprint } from '../url/fingerprint.ts';
import type { ChangeHistory } from './change-rate.ts';
import type { Sites } from './popularity.ts';

/** The part of a host's body from which next visits are planned. */
export interface HostRevisits {
  /** Observed changes of its pages; absent if the job does not estimate change rates. */
  changes?: ChangeHistory;
  /** Linking sites of a limited number of URLs (`linked-by.ts`), in the order in which the URLs were noted. */
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
