/** What a page can stand in for: a page that is not there, that wants a login or consent, or that scripts make. */
export const standInKinds = ['not-found', 'login', 'consent', 'scripts'] as const;

export type StandInKind = (typeof standInKinds)[number];

/** A page that a server gives, with a status of success, in place of the page that was asked for. */
export interface StandIn {
  readonly kind: StandInKind;
  /** What tells that, for people. */
  readonly by: readonly string[];
}

/** What the look for stand-ins adds to a record. */
export interface StandInFields {
  /** Absent: nothing tells that the page is one. */
  readonly standIn?: StandIn;
}

export function describeStandIn({ kind, by }: StandIn): string {
  return `${kind}, by ${by.join(', ')}`;
}
