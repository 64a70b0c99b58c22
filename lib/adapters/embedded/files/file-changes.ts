import { join } from 'node:path';
import type { ChangeStore, ChangesPage, ChangesQuery } from '../../../ports/documents.ts';
import type { Connection } from '../tables/connection.ts';
import { type Files, nodeFiles, writeWhole } from './files.ts';
import { hostFile } from './host-file.ts';
import { joinLines, splitLines } from './lines.ts';

interface ChangesRow {
  /** Grows with every object that is put, over all jobs; the sequence may have gaps. */
  readonly sequence: number;
  readonly host: string;
  readonly turn: number;
  readonly at: number | null;
}

/**
 * The time in ms by SQLite's clock, but never before the time of the object that was put last: a reader that has read all
 * objects up to a time misses none that is put after the clock was set back.
 */
const monotone = `max(CAST(unixepoch('subsec') * 1000 AS INTEGER),
  ifnull((SELECT at FROM changes ORDER BY sequence DESC LIMIT 1), 0))`;

/**
 * `ChangeStore` in files: `<directory>/changes/<job>/<aa>/<hash16>-<host>-<turn>.jsonl` (`hostFile`). Plain text,
 * because compression costs more than it saves on one machine. The database keeps the order.
 */
export class FileChanges implements ChangeStore {
  readonly #db: Connection;
  readonly #directory: string;
  readonly #files: Files;

  constructor(db: Connection, directory: string, files: Files = nodeFiles) {
    this.#db = db;
    this.#directory = directory;
    this.#files = files;
  }

  async put(job: string, host: string, turn: number, lines: readonly string[]): Promise<string> {
    const key = this.key(job, host, turn);
    // Whoever sees the file acts on a turn that must have been committed.
    this.#db.flush();
    writeWhole(this.#files, join(this.#directory, key), joinLines(lines));
    // The row follows the file, so that every listed object can be read.
    this.#db.run(
      `INSERT INTO changes (job, host, turn, lines, at) VALUES (?, ?, ?, ?, ${monotone})
       ON CONFLICT (job, host, turn) DO UPDATE SET lines = excluded.lines, at = iif(at < 0, excluded.at, at)`,
      job,
      host,
      turn,
      lines.length,
    );
    return key;
  }

  async read(job: string, host: string, turn: number): Promise<readonly string[] | undefined> {
    const bytes = this.#files.read(join(this.#directory, this.key(job, host, turn)));
    return bytes && splitLines(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString());
  }

  key(job: string, host: string, turn: number): string {
    return `changes/${job}/${hostFile(host)}-${String(turn).padStart(10, '0')}.jsonl`;
  }

  /**
   * In the order in which objects were put, or, with `host`, by turn. A listing of the whole job has a cursor also on the
   * last page, unless that is empty: objects that are put later come after it.
   */
  async list(
    job: string,
    { host, afterTurn = 0, since = 0 }: ChangesQuery,
    limit: number,
    cursor = '0',
  ): Promise<ChangesPage> {
    const wanted = 'SELECT sequence, host, turn, at FROM changes WHERE job = ? AND (at IS NULL OR at >= ?)';
    const rows =
      host === undefined
        ? this.#db.all<ChangesRow>(
            `${wanted} AND sequence > ? ORDER BY sequence LIMIT ?`,
            ...[job, since, Number(cursor), limit],
          )
        : this.#db.all<ChangesRow>(
            `${wanted} AND host = ? AND turn > ? ORDER BY turn LIMIT ?`,
            ...[job, since, host, Math.max(afterTurn, Number(cursor)), limit],
          );
    const last =
      host === undefined ? rows.at(-1)?.sequence : rows.length < limit ? undefined : rows.at(-1)?.turn;
    const objects = rows.map(({ host, turn, at }) => ({
      host,
      turn,
      at: at ?? 0,
      key: this.key(job, host, turn),
    }));
    return { objects, ...(last !== undefined && { cursor: String(last) }) };
  }
}
