import { basename, join } from 'node:path';
import type { Line } from '../../../base/line.ts';
import type { StagedChanges } from '../../../ports/changes.ts';
import type { Connection } from '../base/connection.ts';
import { type Files, nodeFiles, writeWhole } from './files.ts';
import { lineBytes, splitLines } from './lines.ts';

const named = 'job = ? AND id = ?';
const ending = '.jsonl';

/**
 * `StagedChanges` in files: `<directory>/staged/<job>/<aa>/<id>.jsonl`, `aa` the first two characters of the id. Each lives for one
 * commit: through the log of the database all that a turn has read would be written twice more. An earlier version had
 * them in a table, where a process that was killed may have left some.
 */
export class FileStaged implements StagedChanges {
  readonly #db: Connection;
  readonly #directory: string;
  readonly #files: Files;

  constructor(db: Connection, directory: string, files: Files = nodeFiles) {
    this.#db = db;
    this.#directory = directory;
    this.#files = files;
  }

  async put(job: string, id: string, lines: readonly Line[]): Promise<void> {
    writeWhole(this.#files, this.#path(job, id), lineBytes(lines));
  }

  async read(job: string, id: string): Promise<readonly string[] | undefined> {
    const bytes = this.#files.read(this.#path(job, id));
    if (bytes !== undefined) return splitLines(Buffer.from(bytes).toString());
    const row = this.#db.get<{ readonly lines: string }>(`SELECT lines FROM staged WHERE ${named}`, job, id);
    return row && splitLines(row.lines);
  }

  async delete(job: string, id: string): Promise<void> {
    this.#files.remove(this.#path(job, id));
    this.#db.run(`DELETE FROM staged WHERE ${named}`, job, id);
  }

  async list(job: string, beginning = ''): Promise<readonly string[]> {
    const folder = join(this.#directory, 'staged', job);
    const parts = beginning === '' ? this.#files.list(folder) : [partOf(beginning)];
    const files = parts
      .flatMap((part) => [part, ...this.#files.list(join(folder, part))])
      .filter((name) => name.endsWith(ending));
    const rows = this.#db.all<{ readonly id: string }>('SELECT id FROM staged WHERE job = ?', job);
    const ids = [...files.map((name) => basename(name, ending)), ...rows.map(({ id }) => id)];
    return ids.filter((id) => id.startsWith(beginning));
  }

  #path(job: string, id: string): string {
    return join(this.#directory, 'staged', job, partOf(id), `${id}${ending}`);
  }
}

/** What a host staged lies in one directory. An id of an earlier version begins with its turn, and ends with random characters. */
function partOf(id: string): string {
  return /^[0-9a-f]{16}-/.test(id) ? id.slice(0, 2) : id.slice(-2);
}
