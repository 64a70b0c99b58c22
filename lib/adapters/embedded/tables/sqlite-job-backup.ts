import { join } from 'node:path';
import type { CanonicalUrl } from '../../../base/url/url.ts';
import type { HostKey, InboxItem } from '../../../ports/hosts.ts';
import type { GroupMember } from '../../../ports/near-duplicates.ts';
import type { BackupKind, BackupPage, BackupRows, JobBackup } from '../../../ports/operate/job-backup.ts';
import type { Connection } from '../base/connection.ts';
import { placeBundle } from '../bundles/place-bundle.ts';
import type { FileChanges } from '../files/file-changes.ts';
import { type Files, nodeFiles } from '../files/files.ts';
import { readDomain, writeDomain } from './domain-row.ts';
import { draftColumns, draftValues, entryOf, type RecordRow } from './record-row.ts';

const inboxItems = 500;
const modelEnding = '.model';

/** How rows of a kind are read and written: those after a key in the order of keys, and the key of one. */
interface Table<Row> {
  read(db: Connection, job: string, after: string, limit: number): readonly Row[];
  keyOf(row: Row): string;
  write(db: Connection, job: string, row: Row): void;
}

type Tables = { readonly [K in BackupKind]: Table<BackupRows[K]> };

interface GroupRow {
  readonly key: number;
  readonly id: string;
  readonly hashes: string;
  readonly md5: string;
  readonly url: CanonicalUrl;
  readonly awaited: number;
  readonly was: string | null;
}

const recordColumns = `md5, first_url, revision, depth, first_seen, ${draftColumns.join(', ')}`;
/** The name of a counter of a sheet: SQLite has each in a row of its own (`SqliteJobs.tally`). */
const inSheet = "name LIKE '%/%'";

const tables: Tables = {
  domains: {
    read: (db, job, after, limit) =>
      db
        .all<{ readonly domain: string }>(
          'SELECT domain FROM domain WHERE job = ? AND domain > ? ORDER BY domain LIMIT ?',
          ...[job, after, limit],
        )
        .map(({ domain }) => ({ domain, ...readDomain(db, { job, domain }) })),
    keyOf: ({ domain }) => domain,
    write: (db, job, { domain, ...stored }) => writeDomain(db, { job, domain }, stored),
  },
  notes: {
    read: (db, job, after, limit) =>
      db.all(
        'SELECT name, version, text FROM note WHERE job = ? AND name > ? ORDER BY name LIMIT ?',
        ...[job, after, limit],
      ),
    keyOf: ({ name }) => name,
    write: (db, job, { name, version, text }) =>
      db.run(
        'INSERT OR REPLACE INTO note (job, name, version, text) VALUES (?, ?, ?, ?)',
        ...[job, name, version, text],
      ),
  },
  counters: {
    read: (db, job, after, limit) =>
      db.all(
        `SELECT name, total FROM counter WHERE job = ? AND name > ? AND NOT ${inSheet} ORDER BY name LIMIT ?`,
        ...[job, after, limit],
      ),
    keyOf: ({ name }) => name,
    write: (db, job, { name, total }) => putCounter(db, job, name, total),
  },
  tallies: {
    read(db, job, after, limit) {
      const rows = db.all<{ readonly name: string; readonly total: number }>(
        `SELECT name, total FROM counter WHERE job = ? AND name > ? AND ${inSheet} ORDER BY name LIMIT ?`,
        ...[job, after, limit],
      );
      return rows.map(({ name, total }) => {
        const at = name.lastIndexOf('/');
        return { sheet: name.slice(0, at), counts: { [name.slice(at + 1)]: total } };
      });
    },
    keyOf: ({ sheet, counts }) => `${sheet}/${Object.keys(counts).at(-1)}`,
    write(db, job, { sheet, counts }) {
      for (const [name, total] of Object.entries(counts)) putCounter(db, job, `${sheet}/${name}`, total);
    },
  },
  pages: {
    read: (db, job, after, limit) =>
      db.all(
        'SELECT day, pages FROM pages WHERE job = ? AND day > ? AND pages <> 0 ORDER BY day LIMIT ?',
        ...[job, after, limit],
      ),
    keyOf: ({ day }) => day,
    write: (db, job, { day, pages }) =>
      db.run('INSERT OR REPLACE INTO pages (job, day, pages) VALUES (?, ?, ?)', ...[job, day, pages]),
  },
  records: {
    read: (db, job, after, limit) =>
      db
        .all<RecordRow>(
          `SELECT ${recordColumns} FROM record WHERE job = ? AND md5 > ? ORDER BY md5 LIMIT ?`,
          ...[job, after, limit],
        )
        .map((row) => ({ entry: entryOf(row), urls: furtherUrls(db, job, row.md5) })),
    keyOf: ({ entry }) => entry.md5,
    write(db, job, { entry, urls }) {
      const { md5, firstUrl = null, revision, depth, firstSeen } = entry;
      const count = urls.length + (firstUrl === null ? 0 : 1);
      db.run('DELETE FROM record_url WHERE job = ? AND md5 = ?', job, md5);
      db.run(
        `INSERT OR REPLACE INTO record (job, urls, ${recordColumns})
         VALUES (?, ?, ?, ?, ?, ?, ?, ${draftColumns.map(() => '?').join(', ')})`,
        ...[job, count, md5, firstUrl, revision, depth, firstSeen, ...draftValues(entry)],
      );
      for (const url of urls)
        db.run('INSERT INTO record_url (job, md5, url) VALUES (?, ?, ?)', job, md5, url);
    },
  },
  groups: {
    read: (db, job, after, limit) =>
      db
        .all<GroupRow>(
          `SELECT key, id, hashes, md5, url, awaited, was FROM near_group
           WHERE job = ? AND printf('%010d', key) || id > ? ORDER BY printf('%010d', key) || id LIMIT ?`,
          ...[job, after, limit],
        )
        .map(({ key, id, hashes, md5, url, awaited, was }) => ({
          ...{ key, id, hashes, members: membersOf(db, job, id) },
          representative: { md5, url, ...(awaited === 1 && { isAwaited: true as const }) },
          ...(was !== null && { was }),
        })),
    keyOf: ({ key, id }) => String(key).padStart(10, '0') + id,
    write(db, job, { key, id, hashes, representative, was = null, members }) {
      const { md5, url, isAwaited } = representative;
      db.run('DELETE FROM near_member WHERE job = ? AND id = ?', job, id);
      db.run(
        `INSERT OR REPLACE INTO near_group (job, key, id, hashes, md5, url, awaited, was)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        ...[job, key, id, hashes, md5, url, isAwaited ? 1 : 0, was],
      );
      for (const member of members)
        db.run(
          'INSERT INTO near_member (job, id, md5, url) VALUES (?, ?, ?, ?)',
          ...[job, id, member.md5, member.url],
        );
    },
  },
};

/** `JobBackup` of a data directory. */
export class SqliteJobBackup implements JobBackup {
  readonly #db: Connection;
  readonly #directory: string;
  readonly #changes: FileChanges;
  readonly #files: Files;

  constructor(db: Connection, directory: string, changes: FileChanges, files: Files = nodeFiles) {
    this.#db = db;
    this.#directory = directory;
    this.#changes = changes;
    this.#files = files;
  }

  /** The cursor is the key of the last row. */
  async rows<K extends BackupKind>(job: string, kind: K, limit: number, cursor = ''): Promise<BackupPage<K>> {
    const table: Table<BackupRows[K]> = tables[kind];
    const rows = table.read(this.#db, job, cursor, limit);
    const last = rows.length < limit ? undefined : rows.at(-1);
    return { rows, ...(last !== undefined && { cursor: table.keyOf(last) }) };
  }

  async putRows<K extends BackupKind>(job: string, kind: K, rows: readonly BackupRows[K][]): Promise<void> {
    const table: Table<BackupRows[K]> = tables[kind];
    this.#db.transaction(() => {
      for (const row of rows) table.write(this.#db, job, row);
    });
  }

  async inbox({ job, host }: HostKey, after = ''): Promise<readonly InboxItem[]> {
    return this.#db
      .all<InboxItem & { readonly urls: number }>(
        'SELECT id, bytes, urls FROM inbox WHERE job = ? AND host = ? AND id > ? ORDER BY id LIMIT ?',
        ...[job, host, after, inboxItems],
      )
      .map(({ id, bytes, urls }) => ({ id, bytes, ...(urls > 0 && { urls }) }));
  }

  putBundle(key: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
    return placeBundle(this.#files, join(this.#directory, key), pieces);
  }

  putChanges(job: string, name: string, lines: readonly string[], at: number): Promise<void> {
    return this.#changes.putBack(job, name, lines, at);
  }

  async models(): Promise<readonly string[]> {
    const names = this.#files.list(join(this.#directory, 'models'));
    return names
      .filter((name) => name.endsWith(modelEnding))
      .map((name) => name.slice(0, -modelEnding.length))
      .sort();
  }
}

function putCounter(db: Connection, job: string, name: string, total: number): void {
  db.run('INSERT OR REPLACE INTO counter (job, name, total) VALUES (?, ?, ?)', job, name, total);
}

function furtherUrls(db: Connection, job: string, md5: string): readonly CanonicalUrl[] {
  const rows = db.all<{ readonly url: CanonicalUrl }>(
    'SELECT url FROM record_url WHERE job = ? AND md5 = ? ORDER BY url',
    ...[job, md5],
  );
  return rows.map(({ url }) => url);
}

function membersOf(db: Connection, job: string, id: string): readonly GroupMember[] {
  return db
    .all<GroupMember>('SELECT md5, url FROM near_member WHERE job = ? AND id = ? ORDER BY md5', job, id)
    .map(({ md5, url }) => ({ md5, url }));
}
