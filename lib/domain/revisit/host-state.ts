import type { Fingerprint } from '../../base/url/fingerprint.ts';
import type { PartCodec } from '../frontier/store/part-states.ts';
import type { ChangeHistory } from './change-rate.ts';
import type { Sites } from './popularity.ts';

/** The part of a host's body from which next visits are planned. */
export interface HostRevisits {
  /** Observed changes of its pages; absent if the job does not estimate change rates. */
  changes?: ChangeHistory;
  /** Linking sites of a limited number of URLs (`linked-by.ts`), in the order in which the URLs were noted. */
  readonly sites: Map<Fingerprint, Sites>;
  /** Ranks of a limited number of URLs, in multiples of the mean (`ranked-at.ts`). */
  readonly ranks: Map<Fingerprint, number>;
}

interface StoredState {
  readonly changes?: { readonly changes: number; readonly days: number };
  readonly sites?: Readonly<Record<string, number>>;
  readonly ranks?: Readonly<Record<string, number>>;
}

export const revisitState: PartCodec<HostRevisits> = {
  name: 'revisit',
  version: 1,
  empty: () => ({ sites: new Map(), ranks: new Map() }),
  encode({ changes, sites, ranks }) {
    if (changes === undefined && sites.size === 0 && ranks.size === 0) return undefined;
    return {
      ...(changes !== undefined && { changes: { ...changes } }),
      ...(sites.size > 0 && { sites: Object.fromEntries(sites) }),
      ...(ranks.size > 0 && { ranks: Object.fromEntries(ranks) }),
    };
  },
  decode(stored) {
    const { changes, sites = {}, ranks = {} } = stored as StoredState;
    return {
      ...(changes !== undefined && { changes }),
      ...{ sites: byFingerprint(sites), ranks: byFingerprint(ranks) },
    };
  },
  shed({ sites, ranks }) {
    sites.clear();
    ranks.clear();
  },
};

function byFingerprint(stored: Readonly<Record<string, number>>): Map<Fingerprint, number> {
  return new Map(Object.entries(stored) as [Fingerprint, number][]);
}
