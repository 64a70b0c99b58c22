import { DatabaseSync } from 'node:sqlite';
import { type Change, isNewer, type Mark, type TurnChanges } from './change.ts';

export interface Hit {
  readonly url: string;
  readonly title: string;
  /** Where the words stand, in brackets. */
  readonly snippet: string;
}

interface PageRow extends Mark {
  readonly id: number;
}

/** Says of a file that it is one of ours: 'WnIx'. */
const applicationId = 0x576e4978;

const schema = `
  CREATE TABLE IF NOT EXISTS page (
    id INTEGER PRIMARY KEY, job TEXT NOT NULL, md5 TEXT NOT NULL, url TEXT NOT NULL, gone INTEGER NOT NULL,
    host TEXT NOT NULL, turn INTEGER NOT NULL, ordinal INTEGER NOT NULL, at INTEGER NOT NULL,
    revision INTEGER NOT NULL, UNIQUE (job, md5)
  ) STRICT;
  CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5(title, text, tokenize = "unicode61 remove_diacritics 2");
  -- Per host the last turn up to which nothing is missing.
  CREATE TABLE IF NOT EXISTS chain (
    job TEXT NOT NULL, host TEXT NOT NULL, turn INTEGER NOT NULL, PRIMARY KEY (job, host)
  ) WITHOUT ROWID, STRICT;
  CREATE TABLE IF NOT EXISTS point (job TEXT PRIMARY KEY, point TEXT NOT NULL) WITHOUT ROWID, STRICT;
`;

/**
 * A full-text index in one SQLite file. Each turn is taken in by one transaction, together with the note that it was: a
 * process that is killed has done all of it or nothing.
 */
export class IndexFile {
  readonly #db: DatabaseSync;

  /**
   * @param file made when it is not there
   * @param journal `delete` leaves one file only, to be copied
   * @throws Error for a file that is something else, which is left as it is
   */
  constructor(file: string, journal: 'wal' | 'delete' = 'wal') {
    try {
      this.#db = new DatabaseSync(file, { timeout: 10_000 });
      const isNew = this.#isNew();
      this.#db.exec(`PRAGMA journal_mode = ${journal}; PRAGMA synchronous = NORMAL`);
      if (isNew)
        this.#db.exec(`BEGIN IMMEDIATE; ${schema}; PRAGMA application_id = ${applicationId}; COMMIT`);
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new Error(`${file} cannot be used as an index: ${why}`, { cause });
    }
  }

  /** Takes the place of what there is of a job by what another index file has of it. */
  replaceJob(job: string, file: string): void {
    this.forget(job);
    this.#db.prepare('ATTACH ? AS other').run(file);
    this.#transaction(() => {
      const first = this.#db.prepare('SELECT ifnull(max(id), 0) AS id FROM page').get()?.id as number;
      const columns = 'job, md5, url, gone, host, turn, ordinal, at, revision';
      this.#db
        .prepare(`INSERT INTO page (id, ${columns}) SELECT id + ?, ${columns} FROM other.page WHERE job = ?`)
        .run(first, job);
      this.#db
        .prepare(
          `INSERT INTO words (rowid, title, text) SELECT page.id + ?, title, text FROM other.page
           JOIN other.words ON words.rowid = page.id WHERE page.job = ?`,
        )
        .run(first, job);
      this.#db.prepare('INSERT INTO point SELECT * FROM other.point WHERE job = ?').run(job);
    });
    this.#db.exec('DETACH other');
  }

  /** The last turn of a host up to which everything was taken in; undefined for a host that is new here. */
  lastTurn(job: string, host: string): number | undefined {
    const row = this.#db.prepare('SELECT turn FROM chain WHERE job = ? AND host = ?').get(job, host);
    return row?.turn as number | undefined;
  }

  /** Takes the changes of a turn in; what is older than what is there is passed over, so twice is once. */
  take({ job, host, turn, changes }: TurnChanges): void {
    this.#transaction(() => {
      for (const change of changes) this.#take(change);
      this.#db
        .prepare(
          `INSERT INTO chain VALUES (?, ?, ?)
           ON CONFLICT DO UPDATE SET turn = max(turn, excluded.turn)`,
        )
        .run(job, host, turn);
    });
  }

  /** Takes some lines of a snapshot in. */
  takeRecords(changes: readonly Change[]): void {
    this.#transaction(() => {
      for (const change of changes) this.#take(change);
    });
  }

  /** Where to go on; undefined while there is no whole snapshot. */
  point(job: string): string | undefined {
    return this.#db.prepare('SELECT point FROM point WHERE job = ?').get(job)?.point as string | undefined;
  }

  setPoint(job: string, point: string): void {
    this.#db.prepare('INSERT OR REPLACE INTO point VALUES (?, ?)').run(job, point);
  }

  /** Forgets a job: half a snapshot is no ground to build on, for what is deleted before the next one is told nowhere. */
  forget(job: string): void {
    this.#transaction(() => {
      this.#db.prepare('DELETE FROM words WHERE rowid IN (SELECT id FROM page WHERE job = ?)').run(job);
      for (const table of ['page', 'chain', 'point'])
        this.#db.prepare(`DELETE FROM ${table} WHERE job = ?`).run(job);
    });
  }

  /** The best pages that have all of the words, in one job or in all. */
  search(
    text: string,
    { job, limit = 10 }: { readonly job?: string; readonly limit?: number } = {},
  ): readonly Hit[] {
    const words = text.split(/\s+/).filter((word) => word !== '');
    if (words.length === 0) return [];
    // As strings: what is typed is no query language.
    const query = words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' ');
    const rows = this.#db
      .prepare(
        `SELECT page.url, words.title, snippet(words, 1, '[', ']', ' … ', 16) AS snippet
         FROM words JOIN page ON page.id = words.rowid
         WHERE words MATCH ? AND (? IS NULL OR page.job = ?) ORDER BY bm25(words, 4, 1), page.url LIMIT ?`,
      )
      .all(query, job ?? null, job ?? null, limit);
    return rows as unknown as readonly Hit[];
  }

  /** The pages of a job: MD5 and the URL that a search gives. */
  pages(job: string): ReadonlyMap<string, string> {
    const rows = this.#db.prepare('SELECT md5, url FROM page WHERE job = ? AND gone = 0').all(job);
    return new Map(rows.map(({ md5, url }) => [String(md5), String(url)]));
  }

  close(): void {
    this.#db.close();
  }

  /** Whether there is nothing in the file yet. @throws Error when there is something else */
  #isNew(): boolean {
    const { id, tables } = this.#db
      .prepare(
        'SELECT application_id AS id, (SELECT count(*) FROM sqlite_schema) AS tables FROM pragma_application_id',
      )
      .get() as { readonly id: number; readonly tables: number };
    if (id !== applicationId && tables > 0) throw new Error('it is a database of something else');
    return id !== applicationId;
  }

  #take(change: Change): void {
    const { job, md5, host, turn, ordinal, at, revision = 0, record, url } = change;
    const known = this.#db
      .prepare('SELECT id, host, turn, ordinal, at, revision FROM page WHERE job = ? AND md5 = ?')
      .get(job, md5) as PageRow | undefined;
    if (!isNewer(change, known)) return;
    const gone = change.change === 'deleted' || record === undefined;
    const { id } = this.#db
      .prepare(
        `INSERT INTO page (job, md5, url, gone, host, turn, ordinal, at, revision) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET url = excluded.url, gone = excluded.gone, host = excluded.host,
           turn = excluded.turn, ordinal = excluded.ordinal, at = excluded.at, revision = excluded.revision
         RETURNING id`,
      )
      .get(job, md5, record?.urls[0] ?? url, gone ? 1 : 0, host, turn, ordinal, at, revision) as {
      readonly id: number;
    };
    this.#db.prepare('DELETE FROM words WHERE rowid = ?').run(id);
    if (gone) return;
    this.#db
      .prepare('INSERT INTO words (rowid, title, text) VALUES (?, ?, ?)')
      .run(id, record.title, record.text);
  }

  #transaction(act: () => void): void {
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      act();
      this.#db.exec('COMMIT');
    } catch (error) {
      this.#db.exec('ROLLBACK');
      throw error;
    }
  }
}
