import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { translated } from './sqlite-error.ts';

/**
 * A connection to the database of an installation: every statement prepared once, every error translated.
 * Synchronous, because a statement takes a few microseconds and a thread hop more than that.
 * @throws WinnowError from every method: `full`, `corrupt`, `locked`, `unavailable`.
 */
export class Connection {
  readonly file: string;
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  /** @param waitMs how long a statement waits for another process's lock */
  constructor(file: string, waitMs = 5_000) {
    this.file = file;
    try {
      this.#database = new DatabaseSync(file, { timeout: waitMs });
    } catch (error) {
      throw translated(error, file);
    }
  }

  /** Runs statements that give no rows: schema and pragmas. */
  exec(sql: string): void {
    this.#guard(() => this.#database.exec(sql));
  }

  /** @returns how many rows were changed */
  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#guard(() => this.#prepared(sql).run(...values)).changes);
  }

  get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#guard(() => this.#prepared(sql).get(...values)) as Row | undefined;
  }

  all<Row>(sql: string, ...values: SQLInputValue[]): readonly Row[] {
    return this.#guard(() => this.#prepared(sql).all(...values)) as Row[];
  }

  /** Rows for as long as `take` says true; the one that it refuses is dropped. */
  takeWhile<Row>(sql: string, take: (row: Row) => boolean, ...values: SQLInputValue[]): readonly Row[] {
    return this.#guard(() => {
      const rows: Row[] = [];
      for (const row of this.#prepared(sql).iterate(...values) as Iterable<Row>) {
        if (!take(row)) break;
        rows.push(row);
      }
      return rows;
    });
  }

  /** Runs `work` as one transaction that holds the write lock from its start; undone when it throws. */
  transaction<T>(work: () => T): T {
    this.run('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.run('COMMIT');
      return result;
    } catch (error) {
      this.#undo();
      throw error;
    }
  }

  /** Does one thing for each of some items, in one transaction when they are several. */
  each<Item>(items: readonly Item[], act: (item: Item) => unknown): void {
    const all = (): void => {
      for (const item of items) act(item);
    };
    if (items.length > 1) this.transaction(all);
    else all();
  }

  /** Idempotent. */
  close(): void {
    this.#statements.clear();
    if (this.#database.isOpen) this.#guard(() => this.#database.close());
  }

  /** SQLite itself undoes the transaction after some errors (a full disk): then there is nothing left to do. */
  #undo(): void {
    if (this.#database.isTransaction) this.run('ROLLBACK');
  }

  #prepared(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  #guard<T>(call: () => T): T {
    try {
      return call();
    } catch (error) {
      throw translated(error, this.file);
    }
  }
}
