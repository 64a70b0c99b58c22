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
