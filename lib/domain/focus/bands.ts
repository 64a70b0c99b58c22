import { hash } from 'node:crypto';

/**
 * Front bands of the due index: hosts whose best URL promises about as much wait in one band, the most promising in
 * band 0, where all hosts are that no relevance orders.
 */
export const bandCount = 8;

/** The least relevance of each band but the last. */
export const bandFloors = [0.9, 0.7, 0.5, 0.3, 0.15, 0.05, 0.01];

export function bandOfRelevance(relevance: number): number {
  const band = bandFloors.findIndex((floor) => relevance >= floor);
  return band === -1 ? bandFloors.length : band;
}

/** One ticket in so many goes to the host that has waited longest, whatever its band. */
export const fairShare = 16;

/** Where in the sequence of tickets a choice begins, from 0 to `of` - 1: as good as by chance, the same for the same time. */
export function drawAt(time: number, of = fairShare): number {
  return Number.parseInt(hash('md5', String(time)).slice(0, 6), 16) % of;
}

/** An entry of some band. */
interface Waiting {
  readonly at: number;
  readonly band?: number;
  readonly rank?: number;
}

/**
 * Chooses among what is due: the best bands first, in each the best ranks, and of equal ones the longest due first; but
 * one in `fairShare` is the longest due of all that is left. So a host waits for no more than `fairShare` tickets for each host that has waited longer.
 * @param draw from 0 to `fairShare` - 1: where in the sequence of tickets this begins
 */
export function chooseDue<T extends Waiting>(
  entries: readonly T[],
  room: number,
  draw: number,
): readonly T[] {
  if (entries.length <= room) return entries;
  const byAge = entries.toSorted((a, b) => a.at - b.at);
  const byBand = byAge.toSorted((a, b) => (a.band ?? 0) - (b.band ?? 0) || compareRanks(a, b));
  const chosen = new Set<T>();
  let [best, oldest] = [0, 0];
  for (let place = 0; chosen.size < room; place += 1) {
    const isFair = (place + draw) % fairShare === fairShare - 1;
    const next = isFair ? byAge[oldest++] : byBand[best++];
    if (next !== undefined) chosen.add(next);
  }
  return [...chosen];
}

/** Those without a rank come first. */
function compareRanks({ rank: a }: Waiting, { rank: b }: Waiting): number {
  if (a === b) return 0;
  if (a === undefined) return -1;
  return b === undefined ? 1 : a - b;
}
