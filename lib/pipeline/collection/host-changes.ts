import { readStoredObject } from '../../base/stored-json.ts';
import { placesOf } from '../../domain/collection/changes-name.ts';
import { type LinesPlace, lastLines } from '../../domain/collection/outbox.ts';
import type { ChangeLine } from '../../domain/collection/record.ts';
import { openBody } from '../../domain/frontier/body.ts';
import type { HostKey } from '../../ports/hosts.ts';
import type { Ports } from '../../ports/ports.ts';

/** The lines that a turn of a host published. */
export interface TurnLines {
  readonly turn: number;
  /** Name of the object that has them. */
  readonly object: string;
  /** All lines of the object, with those of other turns. */
  readonly lines: readonly string[];
}

/** A turn that the turn after it names and whose lines are missing, so that what was before it is not known. */
export interface MissingLines {
  readonly missing: Required<LinesPlace>;
}

type Reading = Pick<Ports, 'changes' | 'hosts' | 'jobs'>;

/**
 * The turns of a host that published lines, the newest first: from the one that the host's control names, each by what
 * the lines after it say of it. Ends with a turn that is missing.
 * @param after only later turns
 */
export async function* turnsBackwards(
  ports: Reading,
  key: HostKey,
  after = 0,
): AsyncGenerator<TurnLines | MissingLines> {
  let place = await newestLines(ports, key);
  while (place !== undefined && place.turn > after && place.object !== undefined) {
    const { turn, object } = place;
    const found = await readTurn(ports, key, { turn, object });
    if (found === undefined) {
      yield { missing: { turn, object } };
      return;
    }
    yield found;
    place = before(ports, key, found);
  }
}

/** The lines of a turn, from where they are said to be or from where another worker put them. */
export async function readTurn(
  { changes }: { readonly changes: Pick<Ports['changes'], 'read'> },
  { job, host }: { readonly job: string; readonly host: string },
  { turn, object }: Required<LinesPlace>,
): Promise<TurnLines | undefined> {
  for (const name of placesOf({ host, turn, object })) {
    const lines = await changes.read(job, name);
    if (lines?.some((json) => isOfTurn(json, host, turn)) === true) return { turn, object: name, lines };
  }
  return undefined;
}

/** Whether a line is of a turn of a host. Costs no parsing of other hosts' lines. */
export function isOfTurn(json: string, host: string, turn?: number): boolean {
  if (!json.includes(`"host":${JSON.stringify(host)}`)) return false;
  const line = readStoredObject<ChangeLine>(json);
  return line?.host === host && (turn === undefined || line.turn === turn);
}

async function newestLines(
  { hosts, jobs }: Pick<Ports, 'hosts' | 'jobs'>,
  key: HostKey,
): Promise<LinesPlace | undefined> {
  const { told } = (await hosts.control(key)) ?? {};
  if (told !== undefined) return told;
  const [job, stored] = await Promise.all([jobs.job(key.job), hosts.body(key)]);
  if (job === undefined || stored === undefined) return undefined;
  const body = openBody(stored.bytes, { fingerprintKey: job.fingerprintKey, host: key.host });
  return lastLines(body, told);
}

function before(
  { changes }: Pick<Ports, 'changes'>,
  { job, host }: HostKey,
  { turn, lines }: TurnLines,
): LinesPlace | undefined {
  const json = lines.find((one) => isOfTurn(one, host, turn));
  const previous = json === undefined ? undefined : readStoredObject<ChangeLine>(json)?.previous;
  if (previous?.object === undefined) return previous;
  return { turn: previous.turn, object: nameOfKey(changes, job, previous.object) };
}

/** The name of an object by its key. */
export function nameOfKey(changes: Pick<Ports['changes'], 'key'>, job: string, key: string): string {
  const [before = '', after = ''] = changes.key(job, '|').split('|');
  return key.slice(before.length, after === '' ? undefined : -after.length);
}
