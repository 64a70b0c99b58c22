import { definedAs } from '../../base/defined.ts';

/** The politeness of a host as dispatcher and console need it. */
export interface HostPoliteness {
  /** Failures in a row that are the host's own (429, 503, no connection); absent: none. */
  readonly backoffs?: number;
  /** Present while the host is parked: since when (epoch ms), and the last failure. */
  readonly parked?: { readonly since: number; readonly reason: string };
  /** How often the host found its shared gate closed, minus its turns since; absent: 0. */
  readonly crowded?: number;
}

interface HasPoliteness {
  readonly politeness?: HostPoliteness;
}

/** Returns the failures in a row that are the host's own. */
export function backoffsOf({ politeness }: HasPoliteness): number {
  return politeness?.backoffs ?? 0;
}

/** Returns how often the host found its shared gate closed, minus its turns since. */
export function crowdedOf({ politeness }: HasPoliteness): number {
  return politeness?.crowded ?? 0;
}

/** Counts that the host found its shared gate closed once more. */
export function crowdedOnceMore(host: HasPoliteness): Required<HasPoliteness> {
  return { politeness: { ...host.politeness, crowded: crowdedOf(host) + 1 } };
}

/** Returns the politeness field of a host's control after a turn. */
export function politenessAfterTurn(
  host: HasPoliteness,
  backoffs: number,
  parked: HostPoliteness['parked'],
): HasPoliteness {
  const crowded = crowdedOf(host) - 1;
  return definedAs('politeness', {
    backoffs: backoffs === 0 ? undefined : backoffs,
    parked,
    crowded: crowded > 0 ? crowded : undefined,
  });
}
