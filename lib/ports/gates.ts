import type { PolitenessState } from '../domain/politeness/politeness-state.ts';

/** When a host (or a registered domain, or an IP address) may be asked next, across all jobs. Protects the web from us. */
export interface Gate {
  /** Epoch ms before which no claim is granted. */
  readonly notBefore: number;
  /** Epoch ms by which all requests of the last claimer have ended, even if its worker died. */
  readonly leaseUntil: number;
  /** The last claimer; absent after its release. */
  readonly owner?: string;
  /** The ticket of the last claimer; absent after its release. */
  readonly ticket?: string;
  /** The politeness state that the last release stored; absent before the first. Opaque to the store. */
  readonly state?: PolitenessState;
}

export interface GateClaim {
  /** A random id of this claim. */
  readonly owner: string;
  readonly ticket: string;
  /** Epoch ms by the claimer's clock. */
  readonly now: number;
  readonly leaseMs: number;
  /** Added to the end of the lease, so that a gap follows also when the claimer dies. */
  readonly gapMs: number;
}

export type ClaimResult =
  | { readonly granted: true; readonly state?: PolitenessState }
  | { readonly granted: false; readonly gate: Gate };

/**
 * Of any number of simultaneous claims exactly one is granted. Stored times are compared when they are used: no expiry
 * job is needed.
 * @throws WinnowError `unavailable`.
 */
export interface Gates {
  /**
   * Granted when there is no gate or `notBefore ≤ now`; then `leaseUntil = now + leaseMs`, `notBefore = leaseUntil + gapMs`.
   * Returns the stored state and leaves it as it is.
   */
  claim(key: string, claim: GateClaim): Promise<ClaimResult>;
  /**
   * Sets `notBefore` (earlier or later than before) and the state, and clears owner and ticket, if `owner` still owns the
   * gate. Without a state the stored one stays.
   */
  release(key: string, owner: string, notBefore: number, state?: PolitenessState): Promise<boolean>;
  gate(key: string): Promise<Gate | undefined>;
  /**
   * Sets `notBefore` and clears owner and ticket, if the gate still equals `was`: repairs a `notBefore` so far ahead that
   * no turn can have set it.
   */
  reopen(key: string, was: Gate, notBefore: number): Promise<boolean>;
}
