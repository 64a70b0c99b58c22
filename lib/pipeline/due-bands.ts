import { bandCount, chooseDue, drawAt } from '../domain/focus/bands.ts';
import type { DueEntry, DueIndex } from '../ports/due-index.ts';

const all = Array.from({ length: bandCount }, (_, band) => band);

/** What is due in any band, at most `limit` entries of each, the longest due first in each. */
export async function dueInAnyBand(
  due: DueIndex,
  job: string,
  upTo: number,
  limit: number,
): Promise<readonly DueEntry[]> {
  return (await Promise.all(all.map((band) => due.due(job, upTo, limit, band)))).flat();
}

/** The entry that is due first, whatever its band; undefined when there is none up to then. */
export async function firstDue(due: DueIndex, job: string, upTo: number): Promise<DueEntry | undefined> {
  const entries = await dueInAnyBand(due, job, upTo, 1);
  return entries.reduce<DueEntry | undefined>(
    (first, entry) => (first === undefined || entry.at < first.at ? entry : first),
    undefined,
  );
}

/**
 * As many entries as there is room for, by their bands (`chooseDue`). Where all hosts wait in the front band, the others
 * are looked at now and then all the same: the job may have had another order before.
 */
export async function bestDue(
  due: DueIndex,
  job: string,
  upTo: number,
  room: number,
  hasBands: boolean,
): Promise<readonly DueEntry[]> {
  const draw = drawAt(upTo);
  if (!hasBands && draw > 0) return await due.due(job, upTo, room);
  const entries = await dueInAnyBand(due, job, upTo, room);
  return chooseDue(entries, room, draw);
}

/** As entries and controls have it: the front band is not named. */
export function inBand(band: number | undefined): { readonly band?: number } {
  return band === undefined || band === 0 ? {} : { band };
}
