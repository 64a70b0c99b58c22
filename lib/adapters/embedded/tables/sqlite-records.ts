import { WinnowError } from '../../../base/error.ts';
import type { Md5 } from '../../../base/page/page-content.ts';
import type { CanonicalUrl } from '../../../base/url/url.ts';
import type {
  AddResult,
  RecordDraft,
  RecordEntry,
  RecordPage,
  RecordStore,
  RecordUrl,
  RemoveResult,
} from '../../../ports/records.ts';
import type { Connection } from '../base/connection.ts';
import {
  type AddedRow,
  addedColumns,
  addResult,
  draftColumns,
  draftValues,
  entryOf,
  type RecordRow,
} from './record-row.ts';

const columns = `md5, first_url, revision, depth, first_seen, ${draftColumns.join(', ')}`;

/** The stored draft is of a later turn: a worker that comes late does not replace it. */
const newer = 'urls > 0 AND change_turn > excluded.change_turn';

/** Makes the record, or makes an empty one anew, or lets its first URL replace the draft; otherwise returns no row. */
const addFirst = `INSERT INTO record (job, md5, first_url, urls, revision, depth, first_seen, ${draftColumns.join(', ')})
  VALUES (?, ?, ?, 1, 1, ?, ?, ${draftColumns.map(() => '?').join(', ')})
  ON CONFLICT (job, md5) DO UPDATE SET
    first_url = excluded.first_url, urls = max(urls, 1), revision = revision + (urls = 0),
    depth = iif(urls = 0, excluded.depth, min(depth, excluded.depth)),
    first_seen = iif(urls = 0, excluded.first_seen, first_seen),
    ${draftColumns.map((name) => `${name} = iif(${newer}, ${name}, excluded.${name})`).join(', ')}
  WHERE urls = 0 OR first_url = excluded.first_url
  RETURNING ${addedColumns}`;

interface Left {
  readonly urls: number;
  readonly revision: number;
  readonly near_group: string | null;
}

/** `RecordStore` in SQLite: the first URL in the record's own row, further URLs in `record_url`. */
export class SqliteRecords implements RecordStore {
  readonly #db: Connection;

  constructor(db: Connection) {
    this.#db = db;
  }

  async add(job: string, draft: RecordDraft, member: RecordUrl): Promise<AddResult> {
    const first = this.#addFirst(job, draft, member);
    if (first !== undefined) return addResult(true, first);
    return this.#db.transaction(() => {
      const emptied = this.#addFirst(job, draft, member);
      if (emptied !== undefined) return addResult(true, emptied);
      const added = this.#db.run(
        'INSERT OR IGNORE INTO record_url (job, md5, url) VALUES (?, ?, ?)',
        job,
        draft.md5,
        member.url,
      );
      const row = this.#db.returning<AddedRow>(
        `UPDATE record SET urls = urls + ?1, revision = revision + ?1, depth = min(depth, ?2)
         WHERE job = ?3 AND md5 = ?4 RETURNING ${addedColumns}`,
        added,
        member.depth,
        job,
        draft.md5,
      );
      if (row === undefined) throw new WinnowError('internal', `record ${draft.md5} of ${job} vanished`);
      return addResult(false, row);
    });
  }

  async remove(job: string, md5: Md5, url: CanonicalUrl): Promise<RemoveResult> {
    const left =
      this.#removeFirst(job, md5, url) ?? this.#db.transaction(() => this.#removeFurther(job, md5, url));
    const { urls, revision, near_group: group } = left;
    return { empty: urls === 0, revision, ...(urls === 0 && group !== null && { group }) };
  }

  async record(job: string, md5: Md5): Promise<RecordEntry | undefined> {
    const row = this.#db.get<RecordRow>(
      `SELECT ${columns} FROM record WHERE job = ? AND md5 = ? AND urls > 0`,
      job,
      md5,
    );
    return row && entryOf(row);
  }

  async revision(job: string, md5: Md5): Promise<number> {
    const row = this.#db.get<Pick<RecordRow, 'revision'>>(
      'SELECT revision FROM record WHERE job = ? AND md5 = ?',
      job,
      md5,
    );
    return row?.revision ?? 0;
  }

  async lastText(job: string, md5: Md5): Promise<RecordEntry['change'] | undefined> {
    const row = this.#db.get<RecordRow>(`SELECT ${columns} FROM record WHERE job = ? AND md5 = ?`, job, md5);
    return row && entryOf(row).change;
  }

  async urls(job: string, md5: Md5, limit: number): Promise<readonly CanonicalUrl[]> {
    const rows = this.#db.all<{ readonly url: CanonicalUrl }>(
      `SELECT first_url AS url, 0 AS place FROM record WHERE job = ?1 AND md5 = ?2 AND first_url IS NOT NULL
       UNION ALL SELECT url, 1 AS place FROM record_url WHERE job = ?1 AND md5 = ?2
       ORDER BY place, url LIMIT ?3`,
      job,
      md5,
      limit,
    );
    return rows.map(({ url }) => url);
  }

  async recount(job: string, md5: Md5, mend: boolean): Promise<boolean> {
    const found = `(first_url IS NOT NULL) + (SELECT count(*) FROM record_url u WHERE u.job = ?1 AND u.md5 = ?2)`;
    const where = `WHERE job = ?1 AND md5 = ?2 AND urls <> ${found}`;
    if (mend) return this.#db.run(`UPDATE record SET urls = ${found} ${where}`, job, md5) === 1;
    return this.#db.get(`SELECT 1 FROM record ${where}`, job, md5) !== undefined;
  }

  async count(job: string): Promise<number> {
    const row = this.#db.get<{ readonly total: number }>(
      'SELECT count(*) AS total FROM record WHERE job = ? AND urls > 0',
      job,
    );
    return row?.total ?? 0;
  }

  /** The cursor is the last MD5 of the page. */
  async records(job: string, limit: number, cursor = ''): Promise<RecordPage> {
    const rows = this.#db.all<RecordRow>(
      `SELECT ${columns}, urls FROM record WHERE job = ? AND md5 > ? AND urls > 0 ORDER BY md5 LIMIT ?`,
      job,
      cursor,
      limit,
    );
    const last = rows.length === limit ? rows.at(-1)?.md5 : undefined;
    return { records: rows.map(entryOf), ...(last !== undefined && { cursor: last }) };
  }

  #addFirst(job: string, draft: RecordDraft, { url, at, depth }: RecordUrl): AddedRow | undefined {
    return this.#db.returning<AddedRow>(addFirst, job, draft.md5, url, depth, at, ...draftValues(draft));
  }

  #removeFirst(job: string, md5: Md5, url: CanonicalUrl): Left | undefined {
    return this.#db.returning<Left>(
      `UPDATE record SET first_url = NULL, urls = urls - 1, revision = revision + 1
       WHERE job = ? AND md5 = ? AND first_url = ? RETURNING urls, revision, near_group`,
      job,
      md5,
      url,
    );
  }

  #removeFurther(job: string, md5: Md5, url: CanonicalUrl): Left {
    const removed = this.#db.run(
      'DELETE FROM record_url WHERE job = ? AND md5 = ? AND url = ?',
      job,
      md5,
      url,
    );
    const left = this.#db.returning<Left>(
      `UPDATE record SET urls = urls - ?1, revision = revision + ?1 WHERE job = ?2 AND md5 = ?3
       RETURNING urls, revision, near_group`,
      removed,
      job,
      md5,
    );
    return left ?? { urls: 0, revision: 0, near_group: null };
  }
}
