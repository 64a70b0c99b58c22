import { type Line, roomForLines, writeLines } from '../../../domain/base/line.ts';
import { keptRoom } from './kept-room.ts';

/** JSON lines that stand in one text: each ends with a line feed, which no JSON text contains unescaped. */
export function splitLines(text: string): readonly string[] {
  return text === '' ? [] : text.slice(0, -1).split('\n');
}

const room = keptRoom();

/** Lines in UTF-8, each with a line feed, without a string of them all; until the next call. */
export function lineBytes(lines: readonly Line[]): Uint8Array {
  const into = room(roomForLines(lines));
  return into.subarray(0, writeLines(lines, into));
}
