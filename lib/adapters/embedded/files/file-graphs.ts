import { join } from 'node:path';
import type { GraphSpace, GraphStore } from '../../../ports/graphs.ts';
import { openFileSpace } from '../../system/file-space.ts';
import { type Files, nodeFiles, writeWhole } from './files.ts';

/** `GraphStore` in files: `<directory>/graph/<job>/parts/<name>`. */
export class FileGraphs implements GraphStore {
  readonly #directory: string;
  readonly #files: Files;
  readonly #temporary: string;

  /** @param temporary where graphs are that do not fit into memory; absent: among the others */
  constructor(directory: string, files: Files = nodeFiles, temporary = directory) {
    this.#directory = directory;
    this.#files = files;
    this.#temporary = temporary;
  }

  async put(job: string, name: string, bytes: Uint8Array): Promise<void> {
    writeWhole(this.#files, join(this.#folder(job), name), bytes);
  }

  async read(job: string, name: string): Promise<Uint8Array | undefined> {
    return this.#files.read(join(this.#folder(job), name));
  }

  async names(job: string, limit: number, after = ''): Promise<readonly string[]> {
    const names = this.#files
      .list(this.#folder(job))
      .filter((name) => name > after && !name.endsWith('.part'));
    return names.sort().slice(0, limit);
  }

  async delete(job: string, names: readonly string[]): Promise<void> {
    for (const name of names) this.#files.remove(join(this.#folder(job), name));
  }

  space(job: string, memoryMb: number): GraphSpace {
    return openFileSpace(join(this.#temporary, 'graph', job), memoryMb);
  }

  #folder(job: string): string {
    return join(this.#directory, 'graph', job, 'parts');
  }
}
