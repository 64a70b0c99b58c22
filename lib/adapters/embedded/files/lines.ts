import { isDeepStrictEqual } from 'node:util';
import { type Line, roomForLines, writeLines } from '../../../base/line.ts';
import type { ReviseLines } from '../../../ports/changes.ts';
import { keptRoom } from './kept-room.ts';

const room = keptRoom();

/** Lines in UTF-8, each with a line feed, without a string of them all; until the next call. */
export function lineBytes(lines: readonly Line[]): Uint8Array {
  const into = room(roomForLines(lines));
  return into.subarray(0, writeLines(lines, into));
}

/**
 * Revises lines that `read` and `write` reach: what was read is what is there when it is written over, because both are
 * synchronous and no other process revises (`access` of a workplace).
 */
export async function reviseLines(
  revise: ReviseLines,
  {
    read,
    write,
  }: {
    readonly read: () => readonly string[] | undefined;
    readonly write: (lines: readonly string[]) => void;
  },
): Promise<void> {
  for (let lines = read(); lines !== undefined; lines = read()) {
    const revised = await revise(lines);
    if (revised === undefined) return;
    if (isDeepStrictEqual(read(), lines)) write(revised);
  }
}
