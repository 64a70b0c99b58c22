import type { DomainKey, DomainTotals } from '../../ports/domains.ts';
import type { HostControl } from '../../ports/hosts.ts';

/** A host among the hosts of its registered domain, at the beginning of its turn. */
export interface DomainMembership {
  readonly key: DomainKey;
  /** `trying`: holds a try; `proved`: has brought something new, but few pages yet. */
  readonly standing: 'good' | 'trying' | 'proved';
  /** Whether the host asked the ledger at this turn, or had to. */
  readonly asked: boolean;
  /** Whether the first page of the host is still unknown, which is needed to compare it with other hosts. */
  readonly isNew: boolean;
  /** The stored control of the host. */
  readonly control: HostControl;
  /** Totals of all hosts of the domain, if a budget needs them. */
  readonly spent?: DomainTotals;
}
