/** How many workers a crawl has. */
export interface WorkerCount {
  /** So many have turns from the start. */
  readonly least: number;
  /** Further ones, up to so many, when those have no time left. */
  readonly most: number;
}

/** On 16 cores eight bring 1.35 times as many pages a second as four, and sixteen no more: the main thread gives out turns for all. */
const mostByDefault = 8;
/** Megabytes of memory that there have to be for each worker. It takes 100 to 220 of them; the others are for large pages. */
const mbEach = 1_024;

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
 * @param memoryMb that this process may have
 */
export function countOf(
  wanted: number | undefined,
  cores: number,
  memoryMb: number,
): WorkerCount | undefined {
  if (wanted === 0) return undefined;
  if (wanted !== undefined) return { least: wanted, most: wanted };
  return { least: 1, most: Math.max(1, Math.min(cores, mostByDefault, Math.floor(memoryMb / mbEach))) };
}
