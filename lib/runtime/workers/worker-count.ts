/** How many workers a crawl has. */
export interface WorkerCount {
  /** So many have turns from the start. */
  readonly least: number;
  /** Further ones, up to so many, when those have no time left. */
  readonly most: number;
}

/** Eight bring 1.5 times as many pages a second, and take 600 MB more: `crawl.workers` asks for them. */
const mostByDefault = 4;

/** A worker that spends more of its time than this on turns has no time left. */
const full = 0.85;

/**
 * How many workers there are to be next: twice as many while all have been full, so that a crawl that waits for the gaps of its
 * hosts pays for one thread, and one that does not has several within seconds.
 * @param loads the share of the last moments in which each worker was at work, 0 to 1
 */
export function nextCount(loads: readonly number[], most: number): number {
  const isFull = loads.length > 0 && loads.every((load) => load > full);
  return isFull ? Math.max(loads.length, Math.min(most, loads.length * 2)) : loads.length;
}

/**
 * @param wanted the setting `crawl.workers`; 0: no workers, turns run on the main thread
 * @param cores of this machine
 */
export function countOf(wanted: number | undefined, cores: number): WorkerCount | undefined {
  if (wanted === 0) return undefined;
  return wanted === undefined
    ? { least: 1, most: Math.min(cores, mostByDefault) }
    : { least: wanted, most: wanted };
}
