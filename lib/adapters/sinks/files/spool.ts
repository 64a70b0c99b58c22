import { Buffer } from 'node:buffer';
import { closeSync, openSync, readSync } from 'node:fs';
import type { RecordChange } from '../../../pipeline/feed/outgoing.ts';

const pieceBytes = 1_000_000;
const lineFeed = 10;

/** Changes as lines, with a line feed before each: what was cut off before them is a line of its own. */
export function spooled(changes: readonly RecordChange[]): Buffer {
  const lines = changes.map((change) => {
    if ('gone' in change || change.document === undefined) return JSON.stringify(change);
    return JSON.stringify({ ...change, document: Buffer.from(change.document).toString('base64') });
  });
  return Buffer.from(`\n${lines.join('\n')}\n`);
}

/** The changes of a spool, piece by piece; lines that were cut off are left out, for they were not taken. */
export function* changesIn(file: string): Generator<RecordChange> {
  for (const line of linesOf(file)) {
    const change = changeIn(line);
    if (change !== undefined) yield change;
  }
}

function changeIn(line: string): RecordChange | undefined {
  if (line === '') return undefined;
  try {
    const read = JSON.parse(line);
    if (typeof read.document !== 'string') return read as RecordChange;
    return { ...read, document: new Uint8Array(Buffer.from(read.document, 'base64')) } as RecordChange;
  } catch {
    return undefined;
  }
}

function* linesOf(file: string): Generator<string> {
  const fd = openSync(file, 'r');
  try {
    const piece = Buffer.alloc(pieceBytes);
    let rest: Buffer[] = [];
    for (;;) {
      const size = readSync(fd, piece);
      if (size === 0) break;
      let from = 0;
      for (let end = piece.indexOf(lineFeed); end >= 0 && end < size; end = piece.indexOf(lineFeed, from)) {
        yield Buffer.concat([...rest, piece.subarray(from, end)]).toString();
        rest = [];
        from = end + 1;
      }
      if (from < size) rest.push(Buffer.from(piece.subarray(from, size)));
    }
    if (rest.length > 0) yield Buffer.concat(rest).toString();
  } finally {
    closeSync(fd);
  }
}
