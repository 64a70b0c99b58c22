import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type Line, linesIn } from '../../../base/line.ts';
import type { ChangeStore, ChangesPage, ChangesQuery, ReviseLines } from '../../../ports/changes.ts';
import type { Connection } from '../base/connection.ts';
import { type Files, nodeFiles } from './files.ts';
import { lineBytes, reviseLines } from './lines.ts';

/** A row of the table `changes_object`. */
interface ObjectRow {
  /** Grows with every object that is put, over all jobs; the sequence may have gaps. */
  readonly sequence: number;
  readonly name: string;
  readonly at: number;
}

/** Where the lines of an object stand. */
interface PlaceRow {
  readonly file: string;
  readonly start: number;
  readonly length: number;
}

/** A file of lines ends at this size, bytes: a backup copies what has changed. */
const maxFileBytes = 64_000_000;

/**
 * The time in ms that is given, or by SQLite's clock, but never before the time of the object that was put last: a reader that has
 * read all objects up to a time misses none that is put after the clock was set back, or that is loaded from a dump.
 */
const monotone = `max(ifnull(?, CAST(unixepoch('subsec') * 1000 AS INTEGER)),
  ifnull((SELECT at FROM changes_object ORDER BY sequence DESC LIMIT 1), 0))`;

/** No two processes write to one file. */
const thisProcess = randomBytes(6).toString('hex');
let filesMade = 0;

/**
 * `ChangeStore` in files: `<directory>/changes/<job>/<process>-<n>.jsonl`, to which a process appends the lines of one object
 * after the other; nobody waits to share a file. Plain text, because compression costs more than it saves on one machine.
 * The database knows where the objects stand, and keeps their order.
 */
export class FileChanges implements ChangeStore {
  readonly #db: Connection;
  readonly #directory: string;
  readonly #files: Files;
  /** The file that this process appends to, by job, and its size. */
  readonly #open = new Map<string, { readonly file: string; size: number }>();

  constructor(db: Connection, directory: string, files: Files = nodeFiles) {
    this.#db = db;
    this.#directory = directory;
    this.#files = files;
  }

  async put(job: string, name: string, lines: readonly Line[]): Promise<string> {
    this.#put(job, name, lines);
    return this.key(job, name);
  }

  /** Puts an object of a dump, with the time that it was put first, or of the last one here, if that is later. */
  async putBack(job: string, name: string, lines: readonly Line[], at: number): Promise<void> {
    this.#put(job, name, lines, at);
  }

  #put(job: string, name: string, lines: readonly Line[], at?: number): void {
    // Whoever sees the lines acts on turns that must have been committed.
    this.#db.flush();
    const bytes = lineBytes(lines);
    const was = this.#placeThatIs(job, name);
    const isKept = was !== undefined && bytes.length <= was.length;
    if (isKept) this.#replace(job, was, bytes);
    const place = isKept ? was : this.#append(job, bytes);
    // The row follows the lines, so that every listed object can be read.
    this.#db.run(
      `INSERT INTO changes_object (job, name, file, start, length, at) VALUES (?, ?, ?, ?, ?, ${monotone})
       ON CONFLICT (job, name) DO UPDATE SET file = excluded.file, start = excluded.start, length = excluded.length,
         at = iif(at < 0, excluded.at, at)`,
      ...[job, name, place.file, place.start, bytes.length, at ?? null],
    );
    if (was !== undefined && !isKept) this.#replace(job, was, new Uint8Array(0));
  }

  async read(job: string, name: string): Promise<readonly string[] | undefined> {
    return this.#read(job, name);
  }

  #read(job: string, name: string): readonly string[] | undefined {
    const place = this.#place(job, name);
    if (place === undefined) return undefined;
    const bytes = this.#files.readPart(this.#path(job, place.file), place.start, place.length);
    if (bytes === undefined || bytes.length < place.length) return undefined;
    // After a replacement that was cut off, blanks follow.
    return linesIn(bytes).filter(isFilled);
  }

  revise(job: string, name: string, revise: ReviseLines): Promise<void> {
    return reviseLines(revise, {
      read: () => this.#read(job, name),
      write: (lines) => this.#put(job, name, lines),
    });
  }

  key(job: string, name: string): string {
    return `changes/${job}/${name}`;
  }

  /** The cursor stands also on the last page, unless that is empty: objects that are put later come after it. */
  async list(job: string, { since = 0 }: ChangesQuery, limit: number, cursor?: string): Promise<ChangesPage> {
    // By the index of names, all objects of the job would be read and sorted for each page.
    const rows = this.#db.all<ObjectRow>(
      'SELECT sequence, name, at FROM changes_object NOT INDEXED WHERE job = ? AND at >= ? AND sequence > ? ORDER BY sequence LIMIT ?',
      ...[job, since, cursor === undefined ? this.#lastBefore(since) : Number(cursor), limit],
    );
    const last = rows.at(-1)?.sequence;
    const objects = rows.map(({ name, at }) => ({ name, at, key: this.key(job, name) }));
    return { objects, ...(last !== undefined && { cursor: String(last) }) };
  }

  /** The last object that was put before a time: later ones have later times, so that a few are looked at. */
  #lastBefore(since: number): number {
    let before = 0;
    let end = this.#next(0, 'DESC')?.sequence ?? 0;
    while (since > 0 && before < end) {
      const middle = Math.floor((before + end) / 2);
      const next = this.#next(middle, 'ASC');
      if (next === undefined || next.at >= since) end = middle;
      else before = next.sequence;
    }
    return before;
  }

  #next(sequence: number, order: 'ASC' | 'DESC'): Pick<ObjectRow, 'sequence' | 'at'> | undefined {
    return this.#db.get(
      `SELECT sequence, at FROM changes_object WHERE sequence > ? AND at >= 0 ORDER BY sequence ${order} LIMIT 1`,
      sequence,
    );
  }

  #place(job: string, name: string): PlaceRow | undefined {
    return this.#db.get<PlaceRow>(
      'SELECT file, start, length FROM changes_object WHERE job = ? AND name = ?',
      ...[job, name],
    );
  }

  /** Undefined also where the file of an object was lost: what is appended from then on goes into another one. */
  #placeThatIs(job: string, name: string): PlaceRow | undefined {
    const place = this.#place(job, name);
    if (place === undefined) return undefined;
    const size = this.#files.size(this.#path(job, place.file)) ?? 0;
    if (size >= place.start + place.length) return place;
    if (this.#open.get(job)?.file === place.file) this.#open.delete(job);
    return undefined;
  }

  #path(job: string, file: string): string {
    return join(this.#directory, 'changes', job, file);
  }

  #append(job: string, bytes: Uint8Array): { readonly file: string; readonly start: number } {
    let open = this.#open.get(job);
    if (open === undefined || open.size + bytes.length > maxFileBytes) {
      filesMade += 1;
      open = { file: `${thisProcess}-${filesMade}.jsonl`, size: 0 };
      this.#open.set(job, open);
    }
    const start = this.#files.append(this.#path(job, open.file), bytes);
    open.size = start + bytes.length;
    return { file: open.file, start };
  }

  /** Leaves nothing of what an object said before: another text stands in its place, or nothing. */
  #replace(job: string, { file, start, length }: PlaceRow, bytes: Uint8Array): void {
    const place = Buffer.alloc(length, ' ');
    place.set(bytes);
    this.#files.overwrite(this.#path(job, file), start, place);
  }
}

function isFilled(line: string): boolean {
  return !/^ *$/.test(line);
}
