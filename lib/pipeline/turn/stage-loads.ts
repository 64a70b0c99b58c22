declare module '../../domain/collection/outbox.ts' {
  interface OwedByParts {
    /** What the turn adds to the sums of the job's stages. Absent: nothing. */
    readonly stages?: OwedStages;
  }
}

export interface OwedStages {
  readonly loads: readonly StageLoads[];
  /** A random name that the sums have while the turn may be published once more: so it is counted once. */
  readonly mark: string;
  /** The mark of the turn before, which is published. */
  readonly was?: string;
}

/** What the loads of a turn come to in one stage of a strategy, for the sums of the job. */
export interface StageLoads {
  /** Of the strategy. */
  readonly version: string;
  readonly stage: number;
  /** Pages that were parsed. */
  pages: number;
  relevant: number;
  /** Loads, whatever came of them. */
  targets: number;
}
