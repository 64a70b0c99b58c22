/** The `traps:` section of a job. */
export interface TrapSettings {
  /** Whether URLs that look like a trap are held. */
  readonly hold: boolean;
  /** Points against a pattern that has brought nothing yet, at which its URLs are held: pages that are given a try. */
  readonly patience: number;
  /** Percentage of a host's productive visits that may be spent on what is held. */
  readonly retryShare: number;
  /** Patterns, as `winnow status` writes them, that are never held. */
  readonly accept: readonly string[];
}

export const defaultTrapSettings: TrapSettings = { hold: true, patience: 2, retryShare: 2, accept: [] };
