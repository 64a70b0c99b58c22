import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Files } from '../../../lib/adapters/embedded/files/files.ts';

const changing = ['write', 'append', 'overwrite', 'cut', 'rename', 'remove'] as const;

/**
 * Files that keep what a data directory has before and after each change of a file: what a process that is killed there leaves.
 * A transaction that is not committed then is not in the copy, as it would not be in the database.
 * @param into where the copies go, each in `<thread>-<number>/data`; of those that are alike, one
 */
export function keepingMoments(
  files: Files,
  { data, into, thread }: { readonly data: string; readonly into: string; readonly thread: string },
): Files {
  const seen = new Set<string>();
  function keep(): void {
    const { names, digest } = stateOf(data);
    if (seen.has(digest)) return;
    seen.add(digest);
    const copy = join(into, `${thread}-${seen.size}`, 'data');
    for (const name of names) cpSync(join(data, name), join(copy, name));
  }
  const watched = { ...files };
  for (const name of changing) {
    const change = files[name] as (...args: unknown[]) => unknown;
    Object.assign(watched, {
      [name](...args: unknown[]) {
        keep();
        const result = change(...args);
        keep();
        return result;
      },
    });
  }
  return watched;
}

/** SQLite makes its shared memory anew; the lock is the process's; nobody reads a file that was not renamed yet. */
const passing = /^winnow\.db-shm$|^lock\.db|\.part$/;

function stateOf(data: string): { readonly names: readonly string[]; readonly digest: string } {
  const hash = createHash('md5');
  const entries = existsSync(data) ? readdirSync(data, { recursive: true, withFileTypes: true }) : [];
  const names = entries
    .filter((entry) => entry.isFile() && !passing.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name).slice(data.length + 1))
    .sort();
  for (const name of names) hash.update(`${basename(name)}\n`).update(readFileSync(join(data, name)));
  return { names, digest: hash.digest('hex') };
}
