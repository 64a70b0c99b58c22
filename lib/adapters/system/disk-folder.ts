import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { DumpFolder } from '../../ports/operate/job-backup.ts';
import { codeOf, fileError } from './file-error.ts';

/** `DumpFolder` on a disk. The folder is made when the first file is put. */
export function openDiskFolder(directory: string): DumpFolder {
  const path = resolve(directory);
  /** @returns undefined where there is nothing of that name */
  async function found<T>(name: string, act: () => Promise<T>): Promise<T | undefined> {
    try {
      return await act();
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw fileError(join(path, name), error);
    }
  }
  return {
    path,
    read: (name) => found(name, () => readFile(join(path, name))),
    async put(name, bytes) {
      const part = join(path, `${name}.part`);
      try {
        await mkdir(path, { recursive: true });
        const file = await open(part, 'w');
        try {
          await file.writeFile(bytes);
          await file.datasync();
        } finally {
          await file.close();
        }
        await rename(part, join(path, name));
      } catch (error) {
        throw fileError(join(path, name), error);
      }
    },
    names: async () => (await found('', () => readdir(path))) ?? [],
    remove: async (name) => {
      await found(name, () => rm(join(path, name), { force: true }));
    },
  };
}
