import type { LinkLog } from '../../../ports/link-log.ts';
import type { Connection } from '../base/connection.ts';

/** `LinkLog` in SQLite. */
export class SqliteLinkLog implements LinkLog {
  readonly #db: Connection;

  constructor(db: Connection) {
    this.#db = db;
  }

  async register(job: string, id: string): Promise<void> {
    this.#db.run('INSERT OR IGNORE INTO link_open (job, id) VALUES (?, ?)', job, id);
  }

  async put(job: string, id: string, bytes: Uint8Array): Promise<void> {
    this.#db.run('INSERT OR REPLACE INTO link_segment (job, id, bytes) VALUES (?, ?, ?)', job, id, bytes);
  }

  async open(job: string, limit: number, after = ''): Promise<readonly string[]> {
    const rows = this.#db.all<{ readonly id: string }>(
      'SELECT id FROM link_open WHERE job = ? AND id > ? ORDER BY id LIMIT ?',
      job,
      after,
      limit,
    );
    return rows.map(({ id }) => id);
  }

  async kept(job: string, limit: number, after = ''): Promise<readonly string[]> {
    const rows = this.#db.all<{ readonly id: string }>(
      'SELECT id FROM link_segment WHERE job = ? AND id > ? ORDER BY id LIMIT ?',
      job,
      after,
      limit,
    );
    return rows.map(({ id }) => id);
  }

  async read(job: string, id: string): Promise<Uint8Array | undefined> {
    // Whoever reads one segment after the other works on each for longer than a worker should wait.
    this.#db.letGo();
    return this.#db.get<{ readonly bytes: Uint8Array }>(
      'SELECT bytes FROM link_segment WHERE job = ? AND id = ?',
      job,
      id,
    )?.bytes;
  }

  async done(job: string, ids: readonly string[]): Promise<void> {
    this.#db.each(ids, (id) => this.#db.run('DELETE FROM link_open WHERE job = ? AND id = ?', job, id));
  }
}
