/**
 * Ends turns that outlast those beside them. AWS bills an invocation for as long as its slowest turn takes: once most turns of a
 * batch are over, the others pay for the wait alone, and a page is cheaper in the next batch.
 */
export interface BatchPace {
  join(): TurnPace;
}

export interface TurnPace {
  /**
   * Whether a further page costs more here than in a turn to come.
   * @param pageMs how long the pages of the turn have taken, on average
   */
  isTooDear(pageMs: number): boolean;
  /** The turn asks its host for nothing more. Does nothing the second time. */
  leave(): void;
}

/** The wait that is worth half the writes of a turn to come, ms for each turn that shares it: $2.7 per million pages. */
const worthMs = 200;

export function openBatchPace(): BatchPace {
  let joined = 0;
  let atWork = 0;
  return {
    join() {
      joined += 1;
      atWork += 1;
      let isMember = true;
      return {
        // A turn that has no others beside it, or few, is not ended by them.
        isTooDear: (pageMs) => 2 * atWork < joined && pageMs / Math.max(1, atWork) > worthMs,
        leave() {
          if (isMember) atWork -= 1;
          isMember = false;
        },
      };
    },
  };
}
