/** JSON lines as one text: each ends with a line feed, which no JSON text contains unescaped. */
export function joinLines(lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

export function splitLines(text: string): readonly string[] {
  return text === '' ? [] : text.slice(0, -1).split('\n');
}

/** Room for the lines of a turn or two; more lines get room of their own. */
const usualRoom = 1024 * 1024;
const lineFeed = 0x0a;
let room = Buffer.alloc(0);

/** `joinLines` in UTF-8, without a string of them all; until the next call. */
export function lineBytes(lines: readonly string[]): Uint8Array {
  // Three bytes for a unit at the most.
  const need = lines.reduce((sum, line) => sum + line.length * 3 + 1, 0);
  if (need > usualRoom * 8) return Buffer.from(joinLines(lines));
  if (room.length < need) room = Buffer.allocUnsafeSlow(Math.max(usualRoom, need));
  const bytes = room;
  let length = 0;
  for (const line of lines) {
    length += bytes.write(line, length);
    bytes[length++] = lineFeed;
  }
  return bytes.subarray(0, length);
}
