import { join } from 'node:path';
import type { ModelStore } from '../../../ports/models.ts';
import { type Files, nodeFiles, writeWhole } from './files.ts';

/** `ModelStore` in files: `<directory>/models/<digest>.model`. */
export class FileModels implements ModelStore {
  readonly #directory: string;
  readonly #files: Files;

  constructor(directory: string, files: Files = nodeFiles) {
    this.#directory = directory;
    this.#files = files;
  }

  async has(digest: string): Promise<boolean> {
    return this.#files.exists(this.#path(digest));
  }

  async put(digest: string, bytes: Uint8Array): Promise<void> {
    const path = this.#path(digest);
    if (!this.#files.exists(path)) writeWhole(this.#files, path, bytes);
  }

  async read(digest: string): Promise<Uint8Array | undefined> {
    return this.#files.read(this.#path(digest));
  }

  #path(digest: string): string {
    return join(this.#directory, 'models', `${digest}.model`);
  }
}
