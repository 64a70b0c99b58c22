import { bandCount, chooseDue, drawAt } from '../../domain/focus/bands.ts';
import type { Ranking } from '../../domain/focus/ranking.ts';
import type { DueEntry, DueIndex } from '../../ports/due-index.ts';

const all = Array.from({ length: bandCount }, (_, band) => band);

/** Entries of each band that are compared with each other, at least: all that one read unit of DynamoDB holds. */
const compared = 40;

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
  return firstIn(await dueInAnyBand(due, job, upTo, 1));
}

/** The entry that is due first in the bands behind the front one. */
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
 * The entries of as many hosts as there is room for, by their bands and ranks (`chooseDue`). Where all hosts wait in the
 * front band, the others are looked at now and then all the same: the job may have had another order before.
 *
 * Of a host all entries that are due are given, to be spent together: those that were put before it got something better
 * would have it asked again, as if it still had that.
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

/** A host by the best place that it has, and the time since which it has been due. */
function together(entries: readonly DueEntry[]): DueEntry {
  const best = entries.reduce((a, b) => (isBefore(b, a) ? b : a));
  return { ...best, at: Math.min(...entries.map(({ at }) => at)) };
}

/** Where in the due index a host waits. */
export type DuePosition = Pick<DueEntry, 'band' | 'rank'>;

/** Of a host whose best URL has this rank; without one it has only old pages to visit again: it is asked for them in time. */
export function duePositionOf(ranking: Ranking, rank: number | undefined): DuePosition {
  if (!ranking.hasBands || rank === undefined) return {};
  return duePositionIn({ band: ranking.bandOf(rank), rank });
}

/** As entries and controls have it: the front band is not named. */
export function duePositionIn({ band, rank }: DuePosition): DuePosition {
  return {
    ...(band === undefined || band === 0 ? {} : { band }),
    ...(rank === undefined ? {} : { rank }),
  };
}

/** Whether a host in one place comes before one in the other. */
export function isBefore(a: DuePosition, b: DuePosition): boolean {
  const [band, other] = [a.band ?? 0, b.band ?? 0];
  return band < other || (band === other && (a.rank ?? first) < (b.rank ?? first));
}

const first = Number.NEGATIVE_INFINITY;
