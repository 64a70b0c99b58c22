import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
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
    read: (name, memory) => found(name, () => readInto(join(path, name), memory ?? Buffer.allocUnsafeSlow)),
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

/** A file that is cut off meanwhile gives fewer bytes. */
async function readInto(path: string, memory: (bytes: number) => Uint8Array): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const bytes = memory(size);
    let at = 0;
    while (at < size) {
      const { bytesRead } = await file.read(bytes, at, size - at, at);
      if (bytesRead === 0) break;
      at += bytesRead;
    }
    return bytes.subarray(0, at);
  } finally {
    await file.close();
  }
}
