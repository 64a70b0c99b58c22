import type { Timing } from '../../domain/settings/timing.ts';

/** The bounds of one turn, all on the worker's monotonic clock. */
export interface TurnLimits {
  readonly timing: Timing;
  /** Id of the ticket under which gates are claimed. */
  readonly ticket: string;
  /** Keys of the gates that it holds. */
  readonly leased: readonly string[];
  /** No request starts after it. */
  readonly startBefore: number;
  /** Every request has ended by it: the end of the gate's lease, less nothing. */
  readonly endBefore: number;
}
