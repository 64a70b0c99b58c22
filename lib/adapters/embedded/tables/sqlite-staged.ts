import type { StagedChanges } from '../../../ports/changes.ts';
import { joinLines, splitLines } from '../files/lines.ts';
import type { Connection } from './connection.ts';

/** `StagedChanges` in SQLite. */
export class SqliteStaged implements StagedChanges {
  readonly #db: Connection;

  constructor(db: Connection) {
    this.#db = db;
  }

  async put(job: string, id: string, lines: readonly string[]): Promise<void> {
    this.#db.run(
      'INSERT OR REPLACE INTO staged (job, id, lines) VALUES (?, ?, ?)',
      job,
      id,
      joinLines(lines),
    );
  }

  async read(job: string, id: string): Promise<readonly string[] | undefined> {
    const row = this.#db.get<{ readonly lines: string }>(
      'SELECT lines FROM staged WHERE job = ? AND id = ?',
      job,
      id,
    );
    return row && splitLines(row.lines);
  }

  async delete(job: string, id: string): Promise<void> {
    this.#db.run('DELETE FROM staged WHERE job = ? AND id = ?', job, id);
  }
}
