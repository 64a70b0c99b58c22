import { readStoredObject } from '../../base/stored-json.ts';
import type { HostName } from '../../base/url/url.ts';
import { turnOfName } from '../../domain/collection/changes-name.ts';
import type { ChangeLine } from '../../domain/collection/record.ts';
import type { ChangesObject } from '../../ports/changes.ts';
import type { Ports } from '../../ports/ports.ts';
import { isOfTurn, turnsBackwards } from './host-changes.ts';

/** Objects per page of a listing. */
const pageSize = 1_000;
/** Objects that are read ahead of the consumer; bounds the memory. */
const readAhead = 8;

/** What to replay of a job. */
export interface ReplayQuery {
  /** Only changes of this host; with `afterTurn`, only of later turns. */
  readonly host?: string;
  readonly afterTurn?: number;
  /** Only objects that were put at this time (epoch ms) or later. */
  readonly since?: number;
}

/** A changes object with its lines, or those of one host. */
export interface ReplayedObject extends ChangesObject {
  /** JSON, without line feeds; those of a turn together, by ordinal. */
  readonly lines: readonly string[];
}

/** Called with a changes object that is listed or named and missing: somebody deleted it. */
export type OnMissing = (object: Pick<ChangesObject, 'key'>) => void;

type Replaying = Pick<Ports, 'changes' | 'hosts' | 'jobs'>;

/** The changes objects of a query without their lines; those of a host are ordered by turn. */
export async function* listChanges(
  ports: Replaying,
  job: string,
  query: ReplayQuery,
  onMissing: OnMissing,
): AsyncGenerator<ChangesObject> {
  if (query.host !== undefined && query.since === undefined) {
    yield* objectsOfHost(ports, job, { ...query, host: query.host }, onMissing);
    return;
  }
  let cursor: string | undefined;
  do {
    const page = await ports.changes.list(job, { since: query.since ?? 0 }, pageSize, cursor);
    yield* page.objects;
    cursor = page.objects.length === 0 && page.cursor === cursor ? undefined : page.cursor;
  } while (cursor !== undefined);
}

/**
 * Reads the changes objects of a query; those of a host are ordered by turn. Has a bounded number of them in memory.
 * @param onMissing called with each object that is listed or named and cannot be read; the others follow all the same
 */
export async function* replayChanges(
  ports: Replaying,
  job: string,
  query: ReplayQuery,
  onMissing: OnMissing,
): AsyncGenerator<ReplayedObject> {
  const ahead: { readonly object: ChangesObject; readonly read: Promise<ReplayedObject | undefined> }[] = [];
  const next = async (): Promise<readonly ReplayedObject[]> => {
    const { object, read } = ahead.shift() as (typeof ahead)[number];
    const found = await read;
    if (found === undefined) onMissing(object);
    const lines = found?.lines.filter((line) => isAsked(line, object.name, query)) ?? [];
    // An object of other hosts only is nothing that was asked for.
    return found === undefined || (lines.length === 0 && found.lines.length > 0) ? [] : [{ ...found, lines }];
  };
  for await (const object of listChanges(ports, job, query, onMissing)) {
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
  const lines = await changes.read(job, object.name);
  return lines && { ...object, lines };
}

/** The objects with the lines of a host, by turn. The chain leads from the last to the first: their names are in memory. */
async function* objectsOfHost(
  ports: Replaying,
  job: string,
  { host, afterTurn }: ReplayQuery & { readonly host: string },
  onMissing: OnMissing,
): AsyncGenerator<ChangesObject> {
  const names: string[] = [];
  const nameOf = (name: string) => ({ name, key: ports.changes.key(job, name), at: 0 });
  for await (const found of turnsBackwards(ports, { job, host: host as HostName }, afterTurn)) {
    if ('missing' in found) onMissing(nameOf(found.missing.object));
    else names.push(found.object);
  }
  for (const name of names.reverse()) yield nameOf(name);
}

function isAsked(json: string, object: string, { host, afterTurn = 0 }: ReplayQuery): boolean {
  if (host === undefined) return true;
  const named = turnOfName(object);
  if (named !== undefined) return named.host === host && named.turn > afterTurn;
  if (!isOfTurn(json, host)) return false;
  return afterTurn === 0 || (readStoredObject<ChangeLine>(json)?.turn ?? 0) > afterTurn;
}
