import type { Spent } from '../../domain/frontier/budget.ts';
import type { DomainKey, DomainTotals, StoredDomain } from '../../ports/domains.ts';
import type { HostControl } from '../../ports/hosts.ts';
import type { Harvest } from './turn-harvest.ts';

/** A host among the hosts of its registered domain, at the beginning of its turn. */
export interface DomainMembership {
  readonly key: DomainKey;
  /**
   * `trying`: this turn is a try; `proved`: the host has brought something new, but few pages yet; `first`: the same, of the
   * first host of its domain. Others only where the turn asks nobody for anything.
   */
  readonly standing: 'good' | NonNullable<HostControl['standing']>;
  /** The host is the first of its domain, where `standing` is `trying`. */
  readonly isFirst?: true;
  /** The account of the try, where `standing` is `trying`. */
  readonly account?: DomainKey;
  /** Present where this delivery of the ticket took the try: whether its end was counted. */
  readonly taken?: { isOver: boolean };
  /** Whether the host has had no turn yet. */
  readonly isNew: boolean;
  /** Totals of all hosts of the domain, if a budget or rules of a strategy need them. */
  readonly spent?: DomainTotals;
  /** The domain as it was stored when the turn began, with `spent`. */
  readonly sums?: StoredDomain;
}

/** The totals of all hosts of the registered domain, with those of this turn. */
export function spentBy(membership: DomainMembership | undefined, harvest: Harvest): Spent | undefined {
  const spent = membership?.spent;
  return spent && { pages: spent.pages + harvest.newPages, bytes: spent.bytes + harvest.bytes };
}
