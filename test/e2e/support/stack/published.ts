import type { ChangeLine } from '../../../../lib/domain/collection/record.ts';
import type { ChangeStore } from '../../../../lib/ports/documents.ts';

/** The changes objects of a job, those of each host in the order of its turns. */
export async function changesObjects(changes: ChangeStore, job: string): Promise<readonly string[][]> {
  const found = [];
  let cursor: string | undefined;
  do {
    const page = await changes.list(job, {}, 500, cursor);
    found.push(...page.objects);
    cursor = page.cursor;
  } while (cursor !== undefined);
  found.sort((a, b) => a.turn - b.turn);
  const read = async ({ host, turn }: { host: string; turn: number }): Promise<string[]> => [
    ...((await changes.read(job, host, turn)) ?? []),
  ];
  return await Promise.all(found.map(read));
}

/** Where an indexer that reads them would think that it has missed something, in words. */
export function gaps(objects: readonly (readonly string[])[]): readonly string[] {
  const last = new Map<string, number>();
  return objects.flatMap((lines) => {
    const { host, turn, previous } = JSON.parse(lines[0] ?? '') as ChangeLine;
    const before = last.get(host) ?? 0;
    last.set(host, turn);
    return previous === before ? [] : [`${host} turn ${turn}: says ${previous} for ${before}`];
  });
}
