import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { WinnowError } from '../../../lib/base/error.ts';
import { writePieces } from '../../../lib/faces/files.ts';
import type { Operation, Put } from '../../../lib/pipeline/operation/operation.ts';
import { readBytes, writeOrThrow } from './files.ts';

type Files = Pick<NonNullable<Operation['files']>, 'shown' | 'list'>;

/**
 * Puts the files of an operation where the command line says.
 * @throws WinnowError `usage` for a folder with other files, where only those of an earlier call are replaced; `config` for what cannot
 *   be written
 */
export function putAt(place: string, { shown, list }: Files): Put {
  if (list !== undefined) requireOwn(place, list);
  return (name, pieces) => {
    const file = shown === 'file' ? place : join(place, name);
    if (shown === 'dir') writeOrThrow(place, () => mkdirSync(place, { recursive: true }));
    if (name === list)
      for (const old of earlier(join(place, name))) rmSync(join(place, old), { force: true });
    writeOrThrow(file, () => writePieces(file, pieces));
    return resolve(file);
  };
}

function requireOwn(place: string, list: string): void {
  if (!existsSync(place) || existsSync(join(place, list)) || readdirSync(place).length === 0) return;
  throw new WinnowError(
    'usage',
    `${place} has other files in it: name a directory that is new, or an earlier one`,
  );
}

/** Names of the files of an earlier call: plain names only, whatever the list says. */
function earlier(list: string): readonly string[] {
  if (!existsSync(list)) return [];
  try {
    const { files = [] } = JSON.parse(readBytes(list).toString()) as { files?: readonly unknown[] };
    return files.filter((one): one is string => /^[a-z0-9-]+\.html$/.test(String(one)));
  } catch {
    return [];
  }
}
