import type { StandInKind } from '../../domain/reading/page-evidence.ts';

/** A page that a server gives, with a status of success, in place of the page that was asked for. */
export interface StandIn {
  readonly kind: StandInKind;
  /** What tells that, for people. */
  readonly by: readonly string[];
}

export function describeStandIn({ kind, by }: StandIn): string {
  return `${kind}, by ${by.join(', ')}`;
}
