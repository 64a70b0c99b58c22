import type { ChangeLine } from '../../domain/collection/record.ts';
import type { ChangesObject } from '../../ports/changes.ts';
import type { Ports } from '../../ports/ports.ts';
import { type ReplayedObject, readObject } from '../collection/replay-changes.ts';

/** Where reading goes on: behind so many objects of the page of the listing that a cursor begins. */
export interface FeedPlace {
  readonly cursor?: string;
  readonly taken: number;
}

export interface FeedObject {
  readonly object: ChangesObject;
  /** Undefined: it is listed, and cannot be read. */
  readonly lines: readonly string[] | undefined;
  /** The place behind it. */
  readonly place: FeedPlace;
}

/** Objects of a page of a listing, and those that are read ahead, which are in memory. */
const [pageSize, readAhead] = [200, 4];

/** The changes objects of a job from a place on, each once, in the order in which they were put. */
export async function* readFeed(
  ports: Pick<Ports, 'changes'>,
  job: string,
  { since, from }: { readonly since: number; readonly from?: FeedPlace },
  isWanted: (object: ChangesObject) => boolean = () => true,
): AsyncGenerator<FeedObject> {
  let cursor = from?.cursor;
  let skipped = from?.taken ?? 0;
  for (;;) {
    const page = await ports.changes.list(job, { since }, pageSize, cursor);
    const begin = cursor === undefined ? {} : { cursor };
    const objects = page.objects
      .map((object, at) => ({ object, place: { ...begin, taken: at + 1 } }))
      .slice(skipped)
      .filter(({ object }) => isWanted(object));
    yield* readAll(ports, job, objects);
    skipped = 0;
    if (page.cursor === undefined || (page.objects.length === 0 && page.cursor === cursor)) return;
    cursor = page.cursor;
  }
}

async function* readAll(
  ports: Pick<Ports, 'changes'>,
  job: string,
  objects: readonly Omit<FeedObject, 'lines'>[],
): AsyncGenerator<FeedObject> {
  const ahead: Promise<ReplayedObject | undefined>[] = [];
  for (const [at, one] of objects.entries()) {
    while (ahead.length < readAhead && at + ahead.length < objects.length) {
      const next = objects[at + ahead.length] as (typeof objects)[number];
      const read = readObject(ports, job, next.object);
      // Awaited later, in its turn.
      read.catch(() => {});
      ahead.push(read);
    }
    const read = await ahead.shift();
    yield { ...one, lines: read?.lines };
  }
}

/** What a line says of its place, without what it says of its record. */
export function isLineOf(
  { md5, host, turn, ordinal }: ChangeLine,
  entry: {
    readonly md5: string;
    readonly change: { readonly host: string; readonly turn: number; readonly ordinal: number };
  },
): boolean {
  const { change } = entry;
  return md5 === entry.md5 && host === change.host && turn === change.turn && ordinal === change.ordinal;
}
