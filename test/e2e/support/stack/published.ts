import type { ChangeLine } from '../../../../lib/domain/collection/record.ts';
import type { ChangeStore } from '../../../../lib/ports/changes.ts';
import { linesByTurn } from '../../../support/collection/turn-lines.ts';

/** What each turn told, those of each host in the order of its turns. */
export async function toldTurns(changes: ChangeStore, job: string): Promise<readonly (readonly string[])[]> {
  const turns = [...(await linesByTurn(changes, job)).values()].map(
    (objects) => [...objects.values()][0] ?? [],
  );
  const turnOf = ([first = '{}']: readonly string[]): number => (JSON.parse(first) as ChangeLine).turn;
  return turns.sort((a, b) => turnOf(a) - turnOf(b));
}

/** Where an indexer that reads them would think that it has missed something, in words. */
export function gaps(turns: readonly (readonly string[])[]): readonly string[] {
  const last = new Map<string, number>();
  return turns.flatMap((lines) => {
    const { host, turn, previous } = JSON.parse(lines[0] ?? '') as ChangeLine;
    const before = last.get(host) ?? 0;
    last.set(host, turn);
    const named = typeof previous === 'object' ? previous.turn : previous;
    return named === before ? [] : [`${host} turn ${turn}: says ${named} for ${before}`];
  });
}
