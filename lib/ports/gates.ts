import type { PolitenessState } from '../domain/politeness/state.ts';

/** The lock of a host (or of a registered domain, or an IP address): it protects the web, across all jobs. */
export interface Gate {
  /** Epoch ms before which nobody may claim it. */
  readonly notBefore: number;
  /** Epoch ms by which the last claimer's requests have ended, whatever became of it. */
  readonly leaseUntil: number;
  /** The last claimer; absent once released. */
  readonly owner?: string;
  /** The ticket under which it was claimed; absent once released. */
  readonly ticket?: string;
  /** What the last release left of its host; absent before one did. Opaque here. */
  readonly state?: PolitenessState;
}

export interface GateClaim {
  /** A random id of this claim. */
  readonly owner: string;
  readonly ticket: string;
  /** Epoch ms, the claimer's clock. */
  readonly now: number;
  readonly leaseMs: number;
  /** Added to the end of the lease in case the claimer dies. */
  readonly gapMs: number;
}

export type ClaimResult =
  | { readonly granted: true; readonly state?: PolitenessState }
  | { readonly granted: false; readonly gate: Gate };

/**
 * Of any number of simultaneous claims exactly one is granted. Stored times are compared at use: nothing here
 * depends on an expiry job.
 * @throws WinnowError `unavailable`.
 */
export interface Gates {
  /**
   * Granted when there is no gate or `notBefore ≤ now`; then `leaseUntil = now + leaseMs`, `notBefore = leaseUntil + gapMs`.
   * The state stays, and is handed out.
   */
  claim(key: string, claim: GateClaim): Promise<ClaimResult>;
  /**
   * Sets `notBefore` (may be earlier or later than it was) and the state, and clears owner and ticket, if the owner is
   * still this one. Without a state the old one stays.
   */
  release(key: string, owner: string, notBefore: number, state?: PolitenessState): Promise<boolean>;
  gate(key: string): Promise<Gate | undefined>;
  /** Sets `notBefore` and clears owner and ticket, if the gate is still as it `was`: for one that nobody can have shut for so long. */
  reopen(key: string, was: Gate, notBefore: number): Promise<boolean>;
}
