import { join } from 'node:path';
import type { ChangeStore } from '../../ports/documents.ts';
import type { Connection } from './connection.ts';
import { type Files, nodeFiles, writeWhole } from './files.ts';
import { hostFile } from './host-file.ts';
import { joinLines, splitLines } from './lines.ts';

/** A changes object in the order in which they were published. */
export interface PublishedChanges {
  /** Grows with every object that is published, in all jobs; not without gaps. */
  readonly sequence: number;
  readonly host: string;
  readonly turn: number;
  readonly lines: number;
}

/**
 * `ChangeStore` in files: `<directory>/changes/<job>/<aa>/<hash16>-<host>-<turn>.jsonl` (`hostFile`). Plain text,
 * because compressing costs more than it saves on one machine; the database keeps the order.
 */
export class FileChanges implements ChangeStore {
  readonly #db: Connection;
  readonly #directory: string;
  readonly #files: Files;

  constructor(db: Connection, directory: string, files: Files = nodeFiles) {
    this.#db = db;
    this.#directory = directory;
    this.#files = files;
  }

  async put(job: string, host: string, turn: number, lines: readonly string[]): Promise<string> {
    const key = this.key(job, host, turn);
    // What is told must have been committed.
    this.#db.flush();
    writeWhole(this.#files, join(this.#directory, key), joinLines(lines));
    // After the file: what is listed can be read.
    this.#db.run(
      `INSERT INTO changes (job, host, turn, lines) VALUES (?, ?, ?, ?)
       ON CONFLICT (job, host, turn) DO UPDATE SET lines = excluded.lines`,
      job,
      host,
      turn,
      lines.length,
    );
    return key;
  }

  async read(job: string, host: string, turn: number): Promise<readonly string[] | undefined> {
    const bytes = this.#files.read(join(this.#directory, this.key(job, host, turn)));
    return bytes && splitLines(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString());
  }

  key(job: string, host: string, turn: number): string {
    return `changes/${job}/${hostFile(host)}-${String(turn).padStart(10, '0')}.jsonl`;
  }

  /** The changes objects of a job that were published after `sequence`, in that order, at most `limit`. */
  published(job: string, sequence: number, limit: number): readonly PublishedChanges[] {
    return this.#db.all<PublishedChanges>(
      'SELECT sequence, host, turn, lines FROM changes WHERE job = ? AND sequence > ? ORDER BY sequence LIMIT ?',
      job,
      sequence,
      limit,
    );
  }
}
