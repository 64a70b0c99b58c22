import { readStoredObject } from '../../../base/stored-json.ts';
import type { RobotsCache, RobotsEntry, RobotsOutage } from '../../../ports/web.ts';
import type { Connection } from '../base/connection.ts';

interface RobotsRow {
  readonly fetched_at: number;
  readonly expires_at: number;
  readonly kind: RobotsEntry['kind'];
  readonly text: string;
  readonly status: number;
  /** JSON of a `RobotsOutage`. */
  readonly outage: string | null;
}

/** `RobotsCache` in SQLite. Entries are replaced, never removed. */
export class SqliteRobots implements RobotsCache {
  readonly #db: Connection;

  constructor(db: Connection) {
    this.#db = db;
  }

  async robots(authority: string): Promise<RobotsEntry | undefined> {
    const row = this.#db.get<RobotsRow>(
      'SELECT fetched_at, expires_at, kind, text, status, outage FROM robots WHERE authority = ?',
      authority,
    );
    if (row === undefined) return undefined;
    const { fetched_at: fetchedAt, expires_at: expiresAt, kind, text, status, outage } = row;
    const entry = { fetchedAt, expiresAt, kind, text, status };
    if (outage === null) return entry;
    // A damaged entry counts as missing: the robots.txt is fetched again.
    const read = readStoredObject<RobotsOutage>(outage);
    return read && { ...entry, outage: read };
  }

  async putRobots(authority: string, entry: RobotsEntry): Promise<void> {
    this.#db.run(
      `INSERT OR REPLACE INTO robots (authority, fetched_at, expires_at, kind, text, status, outage)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      authority,
      entry.fetchedAt,
      entry.expiresAt,
      entry.kind,
      entry.text,
      entry.status,
      entry.outage === undefined ? null : JSON.stringify(entry.outage),
    );
  }
}
