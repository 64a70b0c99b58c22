import { basename, join } from 'node:path';
import { type Line, linesIn } from '../../../base/line.ts';
import type { StagedChanges } from '../../../ports/changes.ts';
import { type Files, nodeFiles, writeWhole } from './files.ts';
import { lineBytes } from './lines.ts';

const ending = '.jsonl';

/**
 * `StagedChanges` in files: `<directory>/staged/<job>/<aa>/<id>.jsonl`, `aa` the first two characters of the id. Each lives for one
 * commit: through the log of the database all that a turn has read would be written twice more.
 */
export class FileStaged implements StagedChanges {
  readonly #directory: string;
  readonly #files: Files;

  constructor(directory: string, files: Files = nodeFiles) {
    this.#directory = directory;
    this.#files = files;
  }

  async put(job: string, id: string, lines: readonly Line[]): Promise<void> {
    writeWhole(this.#files, this.#path(job, id), lineBytes(lines));
  }

  async read(job: string, id: string): Promise<readonly string[] | undefined> {
    const bytes = this.#files.read(this.#path(job, id));
    return bytes && linesIn(bytes);
  }

  async delete(job: string, id: string): Promise<void> {
    this.#files.remove(this.#path(job, id));
  }

  async list(job: string, beginning = ''): Promise<readonly string[]> {
    const folder = join(this.#directory, 'staged', job);
    const parts = beginning === '' ? this.#files.list(folder) : [partOf(beginning)];
    const files = parts
      .flatMap((part) => [part, ...this.#files.list(join(folder, part))])
      .filter((name) => name.endsWith(ending));
    return files.map((name) => basename(name, ending)).filter((id) => id.startsWith(beginning));
  }

  #path(job: string, id: string): string {
    return join(this.#directory, 'staged', job, partOf(id), `${id}${ending}`);
  }
}

/** What a host staged lies in one directory. */
function partOf(id: string): string {
  return id.slice(0, 2);
}
