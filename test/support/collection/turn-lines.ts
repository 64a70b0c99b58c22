import { turnOfName } from '../../../lib/domain/collection/changes-name.ts';
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

/** All lines of a job by host and turn: `host turn` → lines by object name. A turn that was told twice has two. */
export async function linesByTurn(
  changes: Pick<ChangeStore, 'list' | 'read'>,
  job: string,
): Promise<ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>> {
  const found = new Map<string, Map<string, string[]>>();
  for (const { name } of await changesObjects(changes, job)) {
    for (const json of (await changes.read(job, name)) ?? []) {
      const { host, turn } = turnOfName(name) ?? (JSON.parse(json) as ChangeLine);
      const objects = found.get(`${host} ${turn}`) ?? new Map<string, string[]>();
      found.set(`${host} ${turn}`, objects);
      objects.set(name, [...(objects.get(name) ?? []), json]);
    }
  }
  return found;
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
