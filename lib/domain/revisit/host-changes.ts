import { type HostBody, stateIn } from '../frontier/body.ts';
import type { ChangeHistory } from './change-rate.ts';
import { revisitState } from './host-state.ts';

const noChanges: ChangeHistory = { changes: 0, days: 0 };

/** Returns the observed changes of all pages of a host. */
export function hostChanges({ parts }: HostBody): ChangeHistory {
  return stateIn(parts, revisitState).changes ?? noChanges;
}

/** Stores the observed changes of all pages of a host. */
export function noteChanges({ parts }: HostBody, changes: ChangeHistory): void {
  stateIn(parts, revisitState).changes = changes;
}
