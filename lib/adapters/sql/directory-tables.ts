import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { WinnowError } from '../../base/error.ts';
import type { TableFiles } from '../../capabilities/sql/table-files.ts';

/** `TableFiles` in a directory: `<directory>/<job>/<name>`. */
export class DirectoryTables implements TableFiles {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = resolve(directory);
  }

  async put(job: string, name: string, bytes: Uint8Array): Promise<void> {
    const path = this.locate(job, name);
    guarded(path, () => {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(`${path}.part`, bytes);
      renameSync(`${path}.part`, path);
    });
  }

  async read(job: string, name: string): Promise<Uint8Array | undefined> {
    return guarded(name, () => unlessMissing(() => readFileSync(this.locate(job, name))));
  }

  async names(job: string, limit: number, after = ''): Promise<readonly string[]> {
    const folder = join(this.#directory, job);
    const entries = guarded(folder, () =>
      unlessMissing(() => readdirSync(folder, { recursive: true, withFileTypes: true })),
    );
    const names = (entries ?? [])
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(folder.length + 1)
          .replaceAll('\\', '/'),
      );
    return names
      .filter((name) => name > after)
      .sort()
      .slice(0, limit);
  }

  async delete(job: string, names: readonly string[]): Promise<void> {
    for (const name of names) guarded(name, () => rmSync(this.locate(job, name), { force: true }));
  }

  locate(job: string, name: string): string {
    return join(this.#directory, job, name);
  }
}

function unlessMissing<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function guarded<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new WinnowError(code === 'ENOSPC' ? 'full' : 'unavailable', `${path}: ${message}`, { cause });
  }
}
