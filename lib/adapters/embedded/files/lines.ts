import { bytesOfLines, type Line, roomForLines, writeLines } from '../../../domain/base/line.ts';

/** JSON lines as one text: each ends with a line feed, which no JSON text contains unescaped. */
export function joinLines(lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

export function splitLines(text: string): readonly string[] {
  return text === '' ? [] : text.slice(0, -1).split('\n');
}

/** Room for the lines of a turn or two; more lines get room of their own. */
const usualRoom = 1024 * 1024;
let room = Buffer.alloc(0);

/** Lines in UTF-8, each with a line feed, without a string of them all; until the next call. */
export function lineBytes(lines: readonly Line[]): Uint8Array {
  const need = roomForLines(lines);
  if (need > usualRoom * 8) return bytesOfLines(lines);
  if (room.length < need) room = Buffer.allocUnsafeSlow(Math.max(usualRoom, need));
  return room.subarray(0, writeLines(lines, room));
}
