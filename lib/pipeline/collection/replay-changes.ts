import type { ChangesObject, ChangesQuery } from '../../ports/documents.ts';
import type { Ports } from '../../ports/ports.ts';

/** Objects that are asked for at once. */
const pageSize = 1_000;
/** Objects that are read ahead of whoever takes them: what is held of them is bounded by it. */
const readAhead = 8;

/** A changes object and what it says. */
export interface ReplayedObject extends ChangesObject {
  /** JSON, without line feeds, by ordinal. */
  readonly lines: readonly string[];
}

/** Hears of a changes object that is listed and not there: somebody deleted it. */
export type OnMissing = (object: ChangesObject) => void;

/** Which changes objects of a job there are, those of a host by turn, without reading them. */
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
 * The changes objects of a job that a query asks for, those of a host by turn. Holds a bounded number of them, whatever
 * their number is.
 * @param onMissing is told of each that is listed and cannot be read, in its place; the others are given all the same
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
    // Its turn to be awaited comes later.
    read.catch(() => {});
    ahead.push({ object, read });
    if (ahead.length >= readAhead) yield* await next();
  }
  while (ahead.length > 0) yield* await next();
}

/** Undefined when it is not there. */
export async function readObject(
  { changes }: Pick<Ports, 'changes'>,
  job: string,
  object: ChangesObject,
): Promise<ReplayedObject | undefined> {
  const lines = await changes.read(job, object.host, object.turn);
  return lines && { ...object, lines };
}
