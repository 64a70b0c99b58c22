import { setTimeout } from 'node:timers/promises';
import { type OnMissing, type ReplayedObject, readObject } from '../../pipeline/collection/replay-changes.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Ports } from '../../ports/ports.ts';
import type { LocalEvents, ObjectBehind } from './change-events.ts';

const pageSize = 100;
/** The pause between two looks at the database when nothing was new. */
const pauseMs = 500;

/** The events of an installation on one machine. @param jobNamed throws for an unknown job */
export function localEvents(
  ports: Pick<Ports, 'changes'>,
  jobNamed: (name: string) => Promise<Job>,
): LocalEvents {
  return {
    async after(name, cursor, onMissing) {
      return await readBehind(ports, (await jobNamed(name)).name, cursor, onMissing);
    },
  };
}

async function readBehind(
  ports: Pick<Ports, 'changes'>,
  job: string,
  begin: string | undefined,
  onMissing: OnMissing,
): Promise<ObjectBehind | undefined> {
  let cursor = begin;
  while (true) {
    const page = await ports.changes.list(job, {}, 1, cursor);
    const [found] = page.objects;
    if (found === undefined || page.cursor === undefined) return undefined;
    cursor = page.cursor;
    const object = await readObject(ports, job, found);
    if (object !== undefined) return { object, cursor };
    onMissing(found);
  }
}

/**
 * Replays the changes objects of a job that were put since a time, and follows new ones in order, until `signal` aborts.
 * Yields undefined whenever it has caught up. Needs a store whose cursor continues after the last page: one machine's.
 */
export async function* followChanges(
  ports: Pick<Ports, 'changes'>,
  { job, since, signal }: { readonly job: string; readonly since: number; readonly signal: AbortSignal },
  onMissing: OnMissing,
): AsyncGenerator<ReplayedObject | undefined> {
  let cursor: string | undefined;
  while (!signal.aborted) {
    const page = await ports.changes.list(job, { since }, pageSize, cursor);
    for (const object of page.objects) {
      const read = await readObject(ports, job, object);
      if (read === undefined) onMissing(object);
      else yield read;
      if (signal.aborted) return;
    }
    cursor = page.cursor ?? cursor;
    if (page.objects.length > 0) continue;
    yield undefined;
    await setTimeout(pauseMs, undefined, { signal }).catch(() => {});
  }
}
