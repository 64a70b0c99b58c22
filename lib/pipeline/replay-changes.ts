import { WinnowError } from '../domain/error.ts';
import type { ChangesObject, ChangesQuery } from '../ports/documents.ts';
import type { Ports } from '../ports/ports.ts';

/** Objects that are asked for at once. */
const pageSize = 1_000;
/** Objects that are read ahead of whoever takes them: what is held of them is bounded by it. */
const readAhead = 8;

/** A changes object and what it says. */
export interface ReplayedObject extends ChangesObject {
  /** JSON, without line feeds, by ordinal. */
  readonly lines: readonly string[];
}

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
 * @throws WinnowError `corrupt` for one that is listed and cannot be read.
 */
export async function* replayChanges(
  ports: Pick<Ports, 'changes'>,
  job: string,
  query: ChangesQuery,
): AsyncGenerator<ReplayedObject> {
  const ahead: Promise<ReplayedObject>[] = [];
  for await (const object of listChanges(ports, job, query)) {
    const read = readObject(ports, job, object);
    // Its turn to be awaited comes later.
    read.catch(() => {});
    ahead.push(read);
    if (ahead.length >= readAhead) yield (await ahead.shift()) as ReplayedObject;
  }
  for (const read of ahead) yield await read;
}

/** @throws WinnowError `corrupt` when it is not there. */
export async function readObject(
  { changes }: Pick<Ports, 'changes'>,
  job: string,
  object: ChangesObject,
): Promise<ReplayedObject> {
  const lines = await changes.read(job, object.host, object.turn);
  if (lines === undefined) {
    throw new WinnowError('corrupt', `${object.key} is listed and cannot be read: was it deleted?`);
  }
  return { ...object, lines };
}
