import { faultOf } from '../../base/error.ts';
import { readStoredObject } from '../../base/stored-json.ts';
import { placesOf, type TurnPlace } from '../../domain/collection/changes-name.ts';
import type { ChangeLine } from '../../domain/collection/record.ts';
import { nameOfKey } from '../../pipeline/collection/host-changes.ts';
import type { Inspection, Suspicion } from './inspection.ts';

const pageSize = 1_000;

/** The lines of a turn, and the object that has them. */
export interface ToldTurn extends TurnPlace {
  readonly object: string;
}

/** Checks that an indexer that follows the changes finds the lines of a turn. */
export async function checkObject(
  { ports, job, changes, reported }: Inspection,
  told: ToldTurn,
): Promise<Suspicion | undefined> {
  const subject = `${told.host} ${told.turn}`;
  const places = placesOf(told);
  const [named] = places;
  if (reported.has(subject)) return undefined;
  for (const place of places) if ((await changes.has(place)) !== false) return undefined;
  reported.add(subject);
  const lines = await ports.changes.read(job.name, named).catch((error: unknown) => void faultOf(error));
  if (lines === undefined) return { code: 'changes-gap', subject, detail: `${named} is not there` };
  const mend = async () => {
    let isListed = false;
    // To put the lines that were read would bring back what was erased meanwhile.
    await ports.changes.revise(job.name, named, async (present) => {
      if (isListed) return undefined;
      isListed = true;
      return present;
    });
    return isListed;
  };
  return { code: 'change-unlisted', subject, detail: `it has ${lines.length} lines`, mend };
}

/** Checks every listed changes object: it can be read, its lines are whole, and the predecessors of its turns are there. */
export async function* checkChanges(inspection: Inspection): AsyncGenerator<Suspicion> {
  const { ports, job } = inspection;
  let cursor: string | undefined;
  for (;;) {
    const page = await ports.changes.list(job.name, {}, pageSize, cursor);
    for (const { name } of page.objects) yield* checkLines(inspection, name);
    if (page.cursor === undefined || (page.objects.length === 0 && page.cursor === cursor)) return;
    cursor = page.cursor;
  }
}

async function* checkLines(inspection: Inspection, name: string): AsyncGenerator<Suspicion> {
  const { ports, job } = inspection;
  const subject = name;
  let lines: readonly string[] | undefined;
  try {
    lines = await ports.changes.read(job.name, name);
  } catch (error) {
    yield { code: 'changes-gap', subject, detail: faultOf(error) };
    return;
  }
  if (lines === undefined) {
    yield { code: 'changes-gap', subject, detail: 'it is listed, and not there' };
    return;
  }
  let turn: TurnPlace | undefined;
  let next = 0;
  for (const [index, json] of lines.entries()) {
    const line = readStoredObject<ChangeLine>(json);
    const of = { host: line?.host ?? '', turn: line?.turn ?? 0 };
    if (turn?.host !== of.host || turn.turn !== of.turn) [turn, next] = [of, 0];
    if (line?.md5 === undefined || line.ordinal !== next) {
      yield { code: 'changes-gap', subject, detail: `line ${index} is damaged` };
      return;
    }
    next += 1;
    const before = next === 1 ? previousOf(inspection, line, of.host) : undefined;
    const gap = before && (await checkObject(inspection, before));
    if (gap !== undefined) yield gap;
  }
}

/** The turn that a line names as the one before; undefined if there is none, or it is not known. */
function previousOf({ ports, job }: Inspection, line: ChangeLine, host: string): ToldTurn | undefined {
  const { turn = 0, object } = line.previous ?? {};
  return object === undefined
    ? undefined
    : { host, turn, object: nameOfKey(ports.changes, job.name, object) };
}
