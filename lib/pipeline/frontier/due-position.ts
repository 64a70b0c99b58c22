import type { Ranking } from '../../domain/focus/ranking.ts';
import type { DueEntry } from '../../ports/due-index.ts';

/** The place in the due index where a host waits. */
export type DuePosition = Pick<DueEntry, 'band' | 'rank'>;

/**
 * The place of a host whose best URL has this rank. Without a rank the host has only revisits, which come by their times.
 * @param load URLs of the host that were visited
 */
export function duePositionOf(ranking: Ranking, rank: number | undefined, load: number): DuePosition {
  if (!ranking.hasBands || rank === undefined) return {};
  return duePositionIn({ band: ranking.bandOf(rank), rank: ranking.hostRank(rank, load) });
}

/** The place as entries and controls store it: without the band if that is the front band. */
export function duePositionIn({ band, rank }: DuePosition): DuePosition {
  return {
    ...(band === undefined || band === 0 ? {} : { band }),
    ...(rank === undefined ? {} : { rank }),
  };
}

/** Whether a host in place `a` comes before a host in place `b`. */
export function isBefore(a: DuePosition, b: DuePosition): boolean {
  const [band, other] = [a.band ?? 0, b.band ?? 0];
  return band < other || (band === other && (a.rank ?? first) < (b.rank ?? first));
}

const first = Number.NEGATIVE_INFINITY;
