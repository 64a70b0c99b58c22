import type { HostName } from '../../domain/url.ts';
import type { DueEntry, DueIndex } from '../../ports/due-index.ts';
import type { Connection } from './connection.ts';

/** `DueIndex` in SQLite: the primary key is the order in which it is asked. */
export class SqliteDueIndex implements DueIndex {
  readonly #db: Connection;

  constructor(db: Connection) {
    this.#db = db;
  }

  async put(job: string, { at, host, wake }: DueEntry): Promise<void> {
    this.#db.run(
      'INSERT OR IGNORE INTO due (job, at, host, wake) VALUES (?, ?, ?, ?)',
      job,
      at,
      host,
      wake ? 1 : 0,
    );
  }

  async due(job: string, upTo: number, limit: number): Promise<readonly DueEntry[]> {
    const rows = this.#db.all<{ readonly at: number; readonly host: HostName; readonly wake: number }>(
      'SELECT at, host, wake FROM due WHERE job = ? AND at <= ? ORDER BY at, host, wake LIMIT ?',
      job,
      upTo,
      limit,
    );
    return rows.map(({ at, host, wake }) => ({ at, host, wake: wake === 1 }));
  }

  async delete(job: string, entries: readonly DueEntry[]): Promise<void> {
    const remove = ({ at, host, wake }: DueEntry): number =>
      this.#db.run(
        'DELETE FROM due WHERE job = ? AND at = ? AND host = ? AND wake = ?',
        job,
        at,
        host,
        wake ? 1 : 0,
      );
    this.#db.each(entries, remove);
  }
}
