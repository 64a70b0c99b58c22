import type { ChangeLine } from '../../../lib/domain/collection/record.ts';
import type { ChangeStore, ChangesObject } from '../../../lib/ports/changes.ts';

/** The changes objects of a job, in the order of their listing. */
export async function changesObjects(
  changes: Pick<ChangeStore, 'list'>,
  job: string,
): Promise<readonly ChangesObject[]> {
  const found: ChangesObject[] = [];
  let cursor: string | undefined;
  for (;;) {
    const page = await changes.list(job, {}, 500, cursor);
    found.push(...page.objects);
    if (page.cursor === undefined || page.cursor === cursor) return found;
    cursor = page.cursor;
  }
}

/** `host turn` → lines by object name. A turn that was told twice has two. */
type LinesByTurn = Map<string, Map<string, string[]>>;

/** All lines of a job by host and turn. */
export async function linesByTurn(
  changes: Pick<ChangeStore, 'list' | 'read'>,
  job: string,
): Promise<ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>> {
  const found: LinesByTurn = new Map();
  for (const { name } of await changesObjects(changes, job)) await addLines(found, changes, job, name);
  return found;
}

async function addLines(
  found: LinesByTurn,
  changes: Pick<ChangeStore, 'read'>,
  job: string,
  name: string,
): Promise<void> {
  for (const json of (await changes.read(job, name)) ?? []) {
    const { host, turn } = JSON.parse(json) as ChangeLine;
    const objects = found.get(`${host} ${turn}`) ?? new Map<string, string[]>();
    found.set(`${host} ${turn}`, objects);
    objects.set(name, [...(objects.get(name) ?? []), json]);
  }
}

/** What turns of a job told, object by object as they come: each is read once, however many turns are asked for. */
export function followedLines(
  changes: Pick<ChangeStore, 'list' | 'read'>,
  job: string,
): (host: string, turn: number) => Promise<readonly string[]> {
  const found: LinesByTurn = new Map();
  let cursor: string | undefined;
  return async (host, turn) => {
    for (let more = true; more; ) {
      const page = await changes.list(job, {}, 500, cursor);
      for (const { name } of page.objects) await addLines(found, changes, job, name);
      more = page.objects.length > 0;
      cursor = page.cursor ?? cursor;
    }
    const [lines = []] = found.get(`${host} ${turn}`)?.values() ?? [];
    return lines;
  };
}

/** What a turn of a host told; none if it told nothing. */
export async function linesOfTurn(
  changes: Pick<ChangeStore, 'list' | 'read'>,
  job: string,
  host: string,
  turn: number,
): Promise<readonly string[]> {
  const [lines = []] = (await linesByTurn(changes, job)).get(`${host} ${turn}`)?.values() ?? [];
  return lines;
}
