import { join } from 'node:path';
import { byName } from '../../../base/by-name.ts';
import { bandCount } from '../../../domain/focus/bands.ts';
import type { Job } from '../../../ports/jobs.ts';
import type { JobEraser } from '../../../ports/operate/job-eraser.ts';
import type { Connection } from '../base/connection.ts';
import { type Files, nodeFiles } from '../files/files.ts';
import { queueOf } from './sqlite-due-index.ts';
import { jobIs } from './sqlite-jobs.ts';

/** The tables with rows of a job, and the columns that identify a row. `control` comes late: it says which hosts there were. */
const tables = byName({
  inbox: 'host, id',
  segment: 'rowid',
  body: 'rowid',
  converting: 'rowid',
  link_open: 'id',
  link_segment: 'rowid',
  domain: 'domain',
  counter: 'name',
  note: 'rowid',
  pages: 'day',
  control: 'host',
  tally: 'what, key',
  total: 'job',
  arriving: 'job',
});

/** `JobEraser` of a data directory: rows of its database, files of off-topic pages, of documents to be converted, of the link graph and of the tables for SQL. */
export class SqliteJobEraser implements JobEraser {
  readonly #db: Connection;
  readonly #directory: string;
  readonly #files: Files;

  constructor(db: Connection, directory: string, files: Files = nodeFiles) {
    this.#db = db;
    this.#directory = directory;
    this.#files = files;
  }

  async eraseSome({ name }: Job, limit: number): Promise<number> {
    let erased = 0;
    for (const what of ['off-topic', 'staged', 'converting', 'graph', 'sql'])
      erased += this.#eraseFiles(join(this.#directory, what, name), limit - erased);
    for (let band = 0; band < bandCount; band += 1)
      erased += this.#eraseRows('due', 'at, host, wake', queueOf(name, band), limit - erased);
    for (const [table, key] of tables) erased += this.#eraseRows(table, key, name, limit - erased);
    return erased;
  }

  async forget(was: Job): Promise<boolean> {
    return this.#db.transaction(() => {
      const { where, values } = jobIs(was);
      if (this.#db.run(`DELETE FROM job WHERE ${where}`, ...values) === 0) return false;
      this.#db.run('DELETE FROM settings WHERE job = ?', was.name);
      return true;
    });
  }

  #eraseRows(table: string, key: string, job: string, limit: number): number {
    if (limit <= 0) return 0;
    return this.#db.run(
      `DELETE FROM ${table} WHERE job = ?1 AND (${key}) IN (SELECT ${key} FROM ${table} WHERE job = ?1 LIMIT ?2)`,
      job,
      limit,
    );
  }

  /** Deletes files in the directories over which `hostFile` spreads them. */
  #eraseFiles(directory: string, limit: number): number {
    let erased = 0;
    for (const part of this.#files.list(directory)) {
      for (const file of this.#files.list(join(directory, part))) {
        if (erased >= limit) return erased;
        this.#files.remove(join(directory, part, file));
        erased += 1;
      }
    }
    return erased;
  }
}
