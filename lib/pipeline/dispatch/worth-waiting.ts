/**
 * How long a run of the dispatcher stays awake for nothing, and how much longer for each host that it gives a ticket. AWS bills a
 * second awake at a third of what the writes of a turn cost; the next run begins within a minute in any case.
 */
const patienceMs = 10_000;
const msPerHost = 150;
/** Hosts that are due within this time of each other get their tickets in one pass. */
const gatherMs = 5_000;

/** A run of the dispatcher so far. */
export interface DispatchRun {
  /** Epoch ms. */
  readonly now: number;
  /** How long the run has been awake, ms. */
  readonly awakeMs: number;
  /** Epoch ms before which no pass begins. */
  readonly earliest: number;
  /** Tickets that it has sent. */
  readonly sent: number;
}

/** Whether hosts of a job come back so soon after a turn that a run waits for turns that are at work. */
export function comesBackSoon({ gapMs }: { readonly gapMs: number }): boolean {
  return gapMs < patienceMs;
}

/**
 * When the next pass of a run is worth its price: for the first hosts that come soon enough for their number, together with those that
 * follow closely. Nobody is lost by it: who is not waited for gets a ticket from the next run.
 * @param times epoch ms at which hosts are due, the earliest first
 * @returns epoch ms; undefined: the run should end
 */
export function worthWaitingFor(
  times: readonly number[],
  { now, awakeMs, earliest, sent }: DispatchRun,
): number | undefined {
  const isWorth = (at: number, place: number): boolean =>
    awakeMs + Math.max(0, at - now, earliest - now) <= patienceMs + msPerHost * (sent + place + 1);
  const first = times.find(isWorth);
  if (first === undefined) return undefined;
  const last = times.findLast(
    (at, place) => at <= Math.max(first, earliest) + gatherMs && isWorth(at, place),
  );
  return Math.max(earliest, last ?? first);
}
