import { WinnowError } from '../../../base/error.ts';
import type { Connection } from '../../embedded/base/connection.ts';

/** 'WNSK': a search database of a sink. */
const applicationId = 0x574e534b;
export const searchVersion = 1;

const tokenizers = {
  words: 'unicode61 remove_diacritics 2',
  stems: 'porter unicode61 remove_diacritics 2',
  trigrams: 'trigram remove_diacritics 1',
} as const;

export type Tokens = keyof typeof tokenizers;

/** Columns of a page beside its key, in the order in which they are written. Times are epoch ms. */
export const pageColumns = [
  ...['md5', 'url', 'host', 'title', 'text', 'class', 'language', 'kind', 'published', 'score'],
  ...['depth', 'media_type', 'first_seen', 'last_changed', 'link_rank', 'near'],
] as const;

const shared = `
  CREATE TABLE sink (job TEXT NOT NULL, name TEXT NOT NULL);
  CREATE TABLE generation (number INTEGER PRIMARY KEY, shown INTEGER NOT NULL DEFAULT 0) STRICT;
`;

/** What brings a database of version n to n + 1, from version 1. */
const migrations: readonly string[] = [];

/**
 * Makes the tables of a sink, or checks that they are its own.
 * @throws WinnowError `config` for a file that somebody else made, `newer`
 */
export function prepare(db: Connection, owner: { readonly job: string; readonly name: string }): void {
  const isNew = isEmpty(db);
  if (!isNew && numberOf(db, 'application_id') !== applicationId)
    throw new WinnowError(
      'config',
      `${db.file}: no sink made this database: name another file in the settings of the sink ${owner.name}`,
    );
  const version = requireKnown(db);
  // Readers go on while pages are written.
  db.get('PRAGMA journal_mode = WAL');
  db.exec('PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 8000; PRAGMA cache_size = -65536');
  db.transaction(() => {
    if (isNew) {
      db.exec(shared);
      db.run('INSERT INTO sink VALUES (?, ?)', owner.job, owner.name);
    } else for (const step of migrations.slice(version - 1)) db.exec(step);
    db.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${searchVersion}`);
  });
  const { job, name } = db.get<typeof owner>('SELECT job, name FROM sink') ?? owner;
  if (job !== owner.job || name !== owner.name)
    throw new WinnowError(
      'config',
      `${db.file}: it is the database of the sink ${name} of the job ${job}: name another file`,
    );
}

/** Makes the tables of a generation where they are not there yet; the first one of a file, whatever its number, is shown at once. */
export function addGeneration(db: Connection, number: number, tokens: Tokens): void {
  db.transaction(() => {
    if (db.get('SELECT 1 FROM generation WHERE number = ?', number) !== undefined) return;
    const [page, search] = tableNames(number);
    const columns = ['title', 'text'];
    const values = (row: string): string => columns.map((one) => `${row}.${one}`).join(', ');
    const remove = `INSERT INTO ${search} (${search}, rowid, ${columns.join(', ')}) VALUES ('delete', old.id, ${values('old')});`;
    const add = `INSERT INTO ${search} (rowid, ${columns.join(', ')}) VALUES (new.id, ${values('new')});`;
    db.exec(`
      CREATE TABLE ${page} (id INTEGER PRIMARY KEY, md5 TEXT NOT NULL UNIQUE, url TEXT NOT NULL, host TEXT NOT NULL,
        title TEXT NOT NULL, text TEXT NOT NULL, class TEXT, language TEXT, kind TEXT, published TEXT, score REAL,
        depth INTEGER, media_type TEXT, first_seen INTEGER, last_changed INTEGER, link_rank REAL, near TEXT) STRICT;
      CREATE INDEX ${page}_host ON ${page} (host);
      -- What is asked of many pages is not read from behind their texts.
      CREATE INDEX ${page}_facts ON ${page}
        (id, host, class, language, kind, published, score, link_rank, last_changed, near);
      -- Beginnings of three letters are of too many words to be looked up one by one.
      CREATE VIRTUAL TABLE ${search} USING fts5 (${columns.join(', ')}, content = '${page}', content_rowid = 'id',
        tokenize = '${tokenizers[tokens]}', prefix = '3');
      CREATE TRIGGER ${page}_added AFTER INSERT ON ${page} BEGIN ${add} END;
      CREATE TRIGGER ${page}_removed AFTER DELETE ON ${page} BEGIN ${remove} END;
      CREATE TRIGGER ${page}_changed AFTER UPDATE OF title, text ON ${page}
        WHEN old.title IS NOT new.title OR old.text IS NOT new.text BEGIN ${remove} ${add} END;
    `);
    const isFirst = db.get('SELECT 1 FROM generation') === undefined;
    db.run('INSERT INTO generation (number, shown) VALUES (?, ?)', number, isFirst ? 1 : 0);
  });
}

/** Has readers see a generation, and takes away the others. */
export function showGeneration(db: Connection, number: number): void {
  db.transaction(() => {
    db.run('UPDATE generation SET shown = (number = ?)', number);
    const others = db.all<{ number: number }>('SELECT number FROM generation WHERE number <> ?', number);
    for (const other of others) {
      const [page, search] = tableNames(other.number);
      db.exec(`DROP TABLE ${search}; DROP TABLE ${page}`);
      db.run('DELETE FROM generation WHERE number = ?', other.number);
    }
  });
}

/**
 * The generation that readers see; undefined: nothing was published yet.
 * @throws WinnowError `not-found` where nobody has made a table yet, `corrupt` for what is no index, `newer`
 */
export function shownGeneration(db: Connection): number | undefined {
  if (isEmpty(db)) throw noIndexYet(db.file);
  if (numberOf(db, 'application_id') !== applicationId)
    throw new WinnowError('corrupt', `${db.file}: it is no search index`);
  requireKnown(db);
  return db.get<{ number: number }>('SELECT number FROM generation WHERE shown = 1')?.number;
}

/** The tables of a generation: pages, and their words. */
export function tableNames(generation: number): readonly [page: string, search: string] {
  return [`page_${generation}`, `search_${generation}`];
}

export function noIndexYet(file: string): WinnowError {
  return new WinnowError(
    'not-found',
    `${file}: there is no search index yet: a sink of type sqlite makes it`,
  );
}

/** Whether nobody has made a table yet. */
export function isEmpty(db: Connection): boolean {
  return numberOf(db, 'user_version') === 0 && numberOf(db, 'schema_version') === 0;
}

/** @returns the version of the form @throws WinnowError `newer` */
function requireKnown(db: Connection): number {
  const version = numberOf(db, 'user_version');
  if (version > searchVersion)
    throw new WinnowError('newer', `${db.file}: a newer Winnow wrote it (version ${version}): update Winnow`);
  return version;
}

function numberOf(db: Connection, pragma: string): number {
  return db.get<Record<string, number>>(`PRAGMA ${pragma}`)?.[pragma] ?? 0;
}
