import { hash } from 'node:crypto';

/** One ticket of this many goes to the host that has waited longest, whatever its band. */
export const fairShare = 16;

/**
 * Returns a pseudo-random position in the sequence of tickets, from 0 to `of` - 1, always the same for the same time.
 */
export function drawAt(time: number, of = fairShare): number {
  return Number.parseInt(hash('md5', String(time)).slice(0, 6), 16) % of;
}

/** An entry of the due index. */
interface Waiting {
  readonly at: number;
  readonly band?: number;
  readonly rank?: number;
}

/**
 * Chooses up to `room` entries that are due. Entries are taken by band, then by rank, then by how long they have been
 * due. One in `fairShare` is the entry that has been due longest, whatever its band. So a host waits for at most
 * `fairShare` tickets for each host that has waited longer.
 * @param draw from 0 to `fairShare` - 1: position in the sequence of tickets at which this choice begins
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

/** Orders by rank; entries without a rank come first. */
function compareRanks({ rank: a }: Waiting, { rank: b }: Waiting): number {
  if (a === b) return 0;
  if (a === undefined) return -1;
  return b === undefined ? 1 : a - b;
}
