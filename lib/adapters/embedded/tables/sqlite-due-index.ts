import type { HostName } from '../../../base/url/url.ts';
import { wholeMsFrom, wholeMsUpTo } from '../../../base/whole-ms.ts';
import type { DueEntry, DueIndex } from '../../../ports/due-index.ts';
import type { Connection } from '../base/connection.ts';

/** The key of a band's part of the table `due`. Job names have no `#`. */
export function queueOf(job: string, band = 0): string {
  return band === 0 ? job : `${job}#${band}`;
}

interface Row {
  readonly at: number;
  readonly host: HostName;
  readonly wake: number;
  readonly rank: number | null;
}

/** `DueIndex` in SQLite; the primary key has the order of the queries. */
export class SqliteDueIndex implements DueIndex {
  readonly #db: Connection;

  constructor(db: Connection) {
    this.#db = db;
  }

  async put(job: string, entry: DueEntry): Promise<void> {
    this.#put(job, entry);
  }

  async putTogether(job: string, entries: readonly DueEntry[]): Promise<void> {
    this.#db.each(entries, (entry) => this.#put(job, entry));
  }

  #put(job: string, { at, host, wake, band, rank }: DueEntry): number {
    return this.#db.run(
      // An entry without a rank comes first: min() of NULL and a number is NULL.
      'INSERT INTO due (job, at, host, wake, rank) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET rank = min(rank, excluded.rank)',
      queueOf(job, band),
      wholeMsFrom(at),
      host,
      wake ? 1 : 0,
      rank ?? null,
    );
  }

  async due(job: string, upTo: number, limit: number, band = 0): Promise<readonly DueEntry[]> {
    const rows = this.#db.all<Row>(
      'SELECT at, host, wake, rank FROM due WHERE job = ? AND at <= ? ORDER BY at, host, wake LIMIT ?',
      queueOf(job, band),
      wholeMsUpTo(upTo),
      limit,
    );
    return rows.map(({ at, host, wake, rank }) => ({
      ...{ at, host, wake: wake === 1 },
      ...(band > 0 && { band }),
      ...(rank !== null && { rank }),
    }));
  }

  async delete(job: string, entries: readonly DueEntry[]): Promise<void> {
    const remove = ({ at, host, wake, band }: DueEntry): number =>
      this.#db.run(
        'DELETE FROM due WHERE job = ? AND at = ? AND host = ? AND wake = ?',
        queueOf(job, band),
        wholeMsFrom(at),
        host,
        wake ? 1 : 0,
      );
    this.#db.each(entries, remove);
  }
}
