import { Buffer } from 'node:buffer';

/** A text, or its UTF-8. */
export type TextOrBytes = string | Uint8Array;

/** A line of JSON, whole or in parts: what is long is joined where it is stored, once. */
export type Line = string | readonly TextOrBytes[];

/** A text that may be in UTF-8. */
export function textOf(text: TextOrBytes): string {
  return typeof text === 'string' ? text : Buffer.from(text.buffer, text.byteOffset, text.length).toString();
}

export function lineText(line: Line): string {
  return typeof line === 'string' ? line : line.map(textOf).join('');
}

/** Bytes that a line has at the most: three for a unit of a string. */
function mostBytes(line: Line): number {
  if (typeof line === 'string') return line.length * 3;
  return line.reduce((sum, part) => sum + part.length * (typeof part === 'string' ? 3 : 1), 0);
}

/** Room that lines may take in UTF-8, each with a line feed. */
export function roomForLines(lines: readonly Line[]): number {
  return lines.reduce((sum, line) => sum + mostBytes(line) + 1, 0);
}

const lineFeed = 0x0a;

/** Writes lines in UTF-8, each with a line feed, which no JSON text contains unescaped. @returns the end of what was written */
export function writeLines(lines: readonly Line[], into: Buffer): number {
  let at = 0;
  const write = (part: TextOrBytes): void => {
    if (typeof part === 'string') at += into.write(part, at);
    else {
      into.set(part, at);
      at += part.length;
    }
  };
  for (const line of lines) {
    if (typeof line === 'string') write(line);
    else for (const part of line) write(part);
    into[at++] = lineFeed;
  }
  return at;
}

/**
 * The lines in UTF-8 that end with a line feed. Each is a string of its own: one of all of them stays in memory with any of its parts,
 * and a string of more than 128 kB costs V8 a room of its own, which is collected late.
 */
export function linesIn(bytes: Uint8Array): readonly string[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const lines: string[] = [];
  for (let at = 0, end = text.indexOf(lineFeed); end !== -1; at = end + 1, end = text.indexOf(lineFeed, at))
    lines.push(text.toString('utf8', at, end));
  return lines;
}

/** Lines in UTF-8, in memory of their own. */
export function bytesOfLines(lines: readonly Line[]): Uint8Array {
  const room = Buffer.allocUnsafe(roomForLines(lines));
  return room.subarray(0, writeLines(lines, room));
}
