import type { DomainKey, DomainTotals } from '../../ports/domains.ts';
import type { HostControl } from '../../ports/hosts.ts';

/** A host's place among those of its registered domain, as its turn begins. */
export interface DomainMembership {
  readonly key: DomainKey;
  /** `trying` holds a try; `proved` brought something new, but few pages yet. */
  readonly standing: 'good' | 'trying' | 'proved';
  /** It asked the ledger at this turn, or had to. */
  readonly asked: boolean;
  /** What its first page looks like is not known yet, and wanted for comparing others with it. */
  readonly isNew: boolean;
  /** The host's control as it is stored by now. */
  readonly control: HostControl;
  /** What all hosts of the domain came to, where a budget asks. */
  readonly spent?: DomainTotals;
}
