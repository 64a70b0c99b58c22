import { bandCount } from '../../domain/focus/bands.ts';
import { chooseDue, drawAt } from '../../domain/focus/choose-due.ts';
import type { DueEntry, DueIndex } from '../../ports/due-index.ts';
import { isBefore } from './due-position.ts';

const all = Array.from({ length: bandCount }, (_, band) => band);

/** The least number of entries of each band that are compared: as many as one read unit of DynamoDB returns. */
const compared = 40;

/** All due entries of all bands, at most `limit` of each band, those that have been due longest first within a band. */
export async function dueInAnyBand(
  due: DueIndex,
  job: string,
  upTo: number,
  limit: number,
): Promise<readonly DueEntry[]> {
  return (await Promise.all(all.map((band) => due.due(job, upTo, limit, band)))).flat();
}

/** The entry that is due first in any band; undefined if none is due by `upTo`. */
export async function firstDue(due: DueIndex, job: string, upTo: number): Promise<DueEntry | undefined> {
  return firstIn(await dueInAnyBand(due, job, upTo, 1));
}

/** The entry that is due first in any band but the front one. */
export async function firstBehind(due: DueIndex, job: string, upTo: number): Promise<DueEntry | undefined> {
  return firstIn((await Promise.all(all.slice(1).map((band) => due.due(job, upTo, 1, band)))).flat());
}

function firstIn(entries: readonly DueEntry[]): DueEntry | undefined {
  return entries.reduce<DueEntry | undefined>(
    (first, entry) => (first === undefined || entry.at < first.at ? entry : first),
    undefined,
  );
}

/**
 * The entries of as many hosts as there is room for, by their bands and ranks (`chooseDue`). Even if a job has only the
 * front band, the other bands are read now and then: the job may have had them before.
 *
 * Returns all due entries of each host, to be spent together: an entry that was put before the host moved ahead would
 * otherwise wake the host again later, for work that is done.
 */
export async function bestDue(
  due: DueIndex,
  job: string,
  upTo: number,
  { room, hasBands }: { readonly room: number; readonly hasBands: boolean },
): Promise<readonly DueEntry[]> {
  const draw = drawAt(upTo);
  if (!hasBands && draw > 0) return await due.due(job, upTo, room);
  const entries = await dueInAnyBand(due, job, upTo, Math.max(room, compared));
  const hosts = Map.groupBy(entries, ({ host }) => host);
  const chosen = chooseDue([...hosts.values()].map(together), room, draw);
  return chosen.flatMap(({ host }) => hosts.get(host) ?? []);
}

/** One entry for a host: with its best place, and the earliest time from which it has been due. */
function together(entries: readonly DueEntry[]): DueEntry {
  const best = entries.reduce((a, b) => (isBefore(b, a) ? b : a));
  return { ...best, at: Math.min(...entries.map(({ at }) => at)) };
}
