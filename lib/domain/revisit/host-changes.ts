import { type HostBody, stateIn } from '../frontier/body.ts';
import type { ChangeHistory } from './change-rate.ts';
import { revisitState } from './host-state.ts';

const nothing: ChangeHistory = { changes: 0, days: 0 };

/** What the pages of a host told of how often they change. */
export function hostChanges({ parts }: HostBody): ChangeHistory {
  return stateIn(parts, revisitState).changes ?? nothing;
}

export function noteChanges({ parts }: HostBody, changes: ChangeHistory): void {
  stateIn(parts, revisitState).changes = changes;
}
