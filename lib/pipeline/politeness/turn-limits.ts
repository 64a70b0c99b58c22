import type { Timing } from '../../domain/settings/timing.ts';

/** The limits of one turn, on the worker's monotonic clock. */
export interface TurnLimits {
  readonly timing: Timing;
  /** The ticket under which gates are claimed. */
  readonly ticket: string;
  /** Keys of the leased gates. */
  readonly leased: readonly string[];
  /** No request starts after this time. */
  readonly startBefore: number;
  /** Every request has ended by this time, which is the end of the gate's lease. */
  readonly endBefore: number;
}
