import type { TurnChanges } from './change.ts';
import type { IndexFile } from './index-file.ts';

/** Where changes objects can be read again: the bucket, or the crawl's own command. */
export interface Source {
  /**
   * The objects of a host with `after` < turn ≤ `upTo`, ascending, and maybe later ones; of those put before `since` none
   * need be there.
   * @throws Error when another one is not there
   */
  between(
    job: string,
    host: string,
    range: { readonly after: number; readonly upTo: number; readonly since: string | undefined },
  ): AsyncIterable<TurnChanges>;
}

/**
 * Takes the changes of a turn in, and before them those of the same host that were missed: lost, late or out of order,
 * they are there to be read, for a host's objects are put in the order of its turns. So nothing needs to be waited for,
 * and what comes late was taken in already. Doing it twice does no harm, nor does dying in between.
 */
export async function takeIn(index: IndexFile, turn: TurnChanges, source: Source): Promise<void> {
  const { job, host, changes } = turn;
  const previous = changes[0]?.previous;
  const last = index.lastTurn(job, host);
  if (previous !== undefined && previous > (last ?? 0)) {
    // Of a host that is new here the snapshot has all that was put before its point.
    const since = last === undefined ? index.point(job) : undefined;
    for await (const missed of source.between(job, host, { after: last ?? 0, upTo: previous, since }))
      index.take(missed);
  }
  // A turn without lines does not say what came before it: the next one will.
  if (changes.length > 0) index.take(turn);
}
