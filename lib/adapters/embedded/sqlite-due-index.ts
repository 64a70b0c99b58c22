import type { HostName } from '../../domain/url.ts';
import type { DueEntry, DueIndex } from '../../ports/due-index.ts';
import type { Connection } from './connection.ts';

/** Each band of a job is a queue of its own. No job has a `#` in its name. */
function queueOf(job: string, band = 0): string {
  return band === 0 ? job : `${job}#${band}`;
}

/** `DueIndex` in SQLite: the primary key is the order in which it is asked. */
export class SqliteDueIndex implements DueIndex {
  readonly #db: Connection;

  constructor(db: Connection) {
    this.#db = db;
  }

  async put(job: string, { at, host, wake, band }: DueEntry): Promise<void> {
    this.#db.run(
      'INSERT OR IGNORE INTO due (job, at, host, wake) VALUES (?, ?, ?, ?)',
      queueOf(job, band),
      at,
      host,
      wake ? 1 : 0,
    );
  }

  async due(job: string, upTo: number, limit: number, band = 0): Promise<readonly DueEntry[]> {
    const rows = this.#db.all<{ readonly at: number; readonly host: HostName; readonly wake: number }>(
      'SELECT at, host, wake FROM due WHERE job = ? AND at <= ? ORDER BY at, host, wake LIMIT ?',
      queueOf(job, band),
      upTo,
      limit,
    );
    return rows.map(({ at, host, wake }) => ({ at, host, wake: wake === 1, ...(band > 0 && { band }) }));
  }

  async delete(job: string, entries: readonly DueEntry[]): Promise<void> {
    const remove = ({ at, host, wake, band }: DueEntry): number =>
      this.#db.run(
        'DELETE FROM due WHERE job = ? AND at = ? AND host = ? AND wake = ?',
        queueOf(job, band),
        at,
        host,
        wake ? 1 : 0,
      );
    this.#db.each(entries, remove);
  }
}
