import type { ChangesObject, ChangesQuery } from '../../ports/documents.ts';
import type { Ports } from '../../ports/ports.ts';

/** Objects per page of a listing. */
const pageSize = 1_000;
/** Objects that are read ahead of the consumer; bounds the memory. */
const readAhead = 8;

/** A changes object with its lines. */
export interface ReplayedObject extends ChangesObject {
  /** JSON, without line feeds, by ordinal. */
  readonly lines: readonly string[];
}

/** Called with a changes object that is listed and missing: somebody deleted it. */
export type OnMissing = (object: ChangesObject) => void;

/** Lists the changes objects of a query without reading them; those of a host are ordered by turn. */
export async function* listChanges(
  { changes }: Pick<Ports, 'changes'>,
  job: string,
  query: ChangesQuery,
): AsyncGenerator<ChangesObject> {
  let cursor: string | undefined;
  do {
    const page = await changes.list(job, query, pageSize, cursor);
    yield* page.objects;
    cursor = page.cursor;
  } while (cursor !== undefined);
}

/**
 * Reads the changes objects of a query; those of a host are ordered by turn. Has a bounded number of them in memory.
 * @param onMissing called, in order, with each object that is listed and cannot be read; the others follow all the same
 */
export async function* replayChanges(
  ports: Pick<Ports, 'changes'>,
  job: string,
  query: ChangesQuery,
  onMissing: OnMissing,
): AsyncGenerator<ReplayedObject> {
  const ahead: { readonly object: ChangesObject; readonly read: Promise<ReplayedObject | undefined> }[] = [];
  const next = async (): Promise<readonly ReplayedObject[]> => {
    const { object, read } = ahead.shift() as (typeof ahead)[number];
    const found = await read;
    if (found === undefined) onMissing(object);
    return found === undefined ? [] : [found];
  };
  for await (const object of listChanges(ports, job, query)) {
    const read = readObject(ports, job, object);
    // Awaited later, in its turn.
    read.catch(() => {});
    ahead.push({ object, read });
    if (ahead.length >= readAhead) yield* await next();
  }
  while (ahead.length > 0) yield* await next();
}

/** Undefined when the object is missing. */
export async function readObject(
  { changes }: Pick<Ports, 'changes'>,
  job: string,
  object: ChangesObject,
): Promise<ReplayedObject | undefined> {
  const lines = await changes.read(job, object.host, object.turn);
  return lines && { ...object, lines };
}
