import { closeSync, existsSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import type { ListChange } from '../../pipeline/operation/made.ts';

/** A line of a list: its file, and its key. */
const listed = /\]\(([^()\s]+)\) <!-- (\S+) -->$/;

/** Writes a list anew: without some lines, whose files go with them unless another line names them, and with new ones at the end. */
export function changeList(folder: string, work: string, { file, without, head, lines }: ListChange): void {
  const path = join(folder, file);
  const gone = new Set<string>();
  for (const line of linesIn(path)) {
    const [, name = '', key = ''] = listed.exec(line) ?? [];
    if (without.has(key)) gone.add(name);
  }
  const next = join(work, 'list');
  const descriptor = openSync(next, 'w');
  try {
    if (!existsSync(path)) writeSync(descriptor, head);
    for (const line of linesIn(path)) {
      const [, name = '', key = ''] = listed.exec(line) ?? [];
      if (without.has(key)) continue;
      gone.delete(name);
      writeSync(descriptor, `${line}\n`);
    }
    for (const line of lines) {
      gone.delete(listed.exec(line.trimEnd())?.[1] ?? '');
      writeSync(descriptor, line);
    }
  } finally {
    closeSync(descriptor);
  }
  for (const name of gone) if (!name.split('/').includes('..')) rmSync(join(folder, name), { force: true });
  renameSync(next, path);
}

/** The lines of a file, however long it is; none where there is none. */
function* linesIn(path: string): Generator<string> {
  if (!existsSync(path)) return;
  const descriptor = openSync(path, 'r');
  try {
    const decoder = new StringDecoder('utf8');
    const room = Buffer.alloc(65_536);
    let rest = '';
    for (;;) {
      const count = readSync(descriptor, room);
      if (count === 0) break;
      const parts = (rest + decoder.write(room.subarray(0, count))).split('\n');
      rest = parts.pop() ?? '';
      yield* parts;
    }
    if (rest !== '') yield rest;
  } finally {
    closeSync(descriptor);
  }
}
