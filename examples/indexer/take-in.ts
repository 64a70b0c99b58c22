import type { TurnChanges } from './change.ts';
import type { IndexFile } from './index-file.ts';

/** What was missed of a host. */
export interface Missed {
  /** The last turn that was taken in; 0: none. */
  readonly after: number;
  /** The last turn that was missed, and the key of the object that has it. */
  readonly upTo: number;
  readonly object?: string;
  /** Of objects that were put before this time none need be there. */
  readonly since: string | undefined;
}

/** Where changes objects can be read again: the bucket, or the crawl's own command. */
export interface Source {
  /**
   * The turns of a host with `after` < turn ≤ `upTo`, ascending, and maybe later ones.
   * @throws Error when one is not there
   */
  between(job: string, host: string, missed: Missed): AsyncIterable<TurnChanges>;
}

/**
 * Takes the changes of a turn in, and before them those of the same host that were missed: lost, late or out of order,
 * they are there to be read, for a host's turns are put in their order. So nothing needs to be waited for, and what comes
 * late was taken in already. Doing it twice does no harm, nor does dying in between.
 */
export async function takeIn(index: IndexFile, turn: TurnChanges, source: Source): Promise<void> {
  const { job, host, changes } = turn;
  const [first] = changes;
  if (first === undefined) return;
  const { previous } = first;
  const last = index.lastTurn(job, host);
  if (previous !== undefined && previous.turn > (last ?? 0)) {
    // Of a host that is new here the snapshot has all that was put before its point.
    const since = last === undefined ? index.point(job) : undefined;
    const { object } = previous;
    const missed = {
      after: last ?? 0,
      upTo: previous.turn,
      since,
      ...(object === undefined ? {} : { object }),
    };
    for await (const one of source.between(job, host, missed)) index.take(one);
  }
  index.take(turn);
}
