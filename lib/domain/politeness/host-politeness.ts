import { defined } from '../base/defined.ts';

/** What dispatcher and console need to know of how a host answers. */
export interface HostPoliteness {
  /** Failures in a row that are the host's own (429, 503, no connection); absent: none. */
  readonly backoffs?: number;
  /** Present while the host is parked for its failures: since when (epoch ms), and the last failure. */
  readonly parked?: { readonly since: number; readonly reason: string };
  /** How often the host found the gate that it shares closed, less its own turns since; absent: never. */
  readonly crowded?: number;
}

interface HasPoliteness {
  readonly politeness?: HostPoliteness;
}

/** Failures in a row that are the host's own. */
export function backoffsOf({ politeness }: HasPoliteness): number {
  return politeness?.backoffs ?? 0;
}

/** How often the host found the gate that it shares closed, less its own turns since. */
export function crowdedOf({ politeness }: HasPoliteness): number {
  return politeness?.crowded ?? 0;
}

/** The field after the host found its gate closed once more. */
export function crowdedOnceMore(host: HasPoliteness): Required<HasPoliteness> {
  return { politeness: { ...host.politeness, crowded: crowdedOf(host) + 1 } };
}

/** The field after a turn of the host. */
export function politenessAfterTurn(
  host: HasPoliteness,
  backoffs: number,
  parked: HostPoliteness['parked'],
): HasPoliteness {
  const crowded = crowdedOf(host) - 1;
  return politenessOf({
    backoffs: backoffs === 0 ? undefined : backoffs,
    parked,
    crowded: crowded > 0 ? crowded : undefined,
  });
}

/** The field of a control; absent if all values are undefined. */
export function politenessOf(
  said: {
    readonly [K in keyof HostPoliteness]: HostPoliteness[K] | undefined;
  },
): HasPoliteness {
  const politeness = defined(said);
  return Object.keys(politeness).length === 0 ? {} : { politeness };
}
