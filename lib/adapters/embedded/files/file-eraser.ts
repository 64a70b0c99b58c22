import { join } from 'node:path';
import type { Eraser } from '../../../ports/eraser.ts';
import { type Files, nodeFiles } from './files.ts';

/** `Eraser` in files, which have no former versions. */
export class FileEraser implements Eraser {
  readonly #directory: string;
  readonly #files: Files;

  constructor(directory: string, files: Files = nodeFiles) {
    this.#directory = directory;
    this.#files = files;
  }

  async erase(keys: readonly string[]): Promise<void> {
    for (const key of keys) this.#files.remove(join(this.#directory, key));
  }

  async forget(): Promise<void> {}
}
