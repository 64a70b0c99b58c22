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
  #gathers = false;
  #willFlush = false;
  #lost: unknown;

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

  /**
   * From now on the writes of one callback of the event loop, and of all that follows from it without waiting for
   * the world outside, are one transaction. A process that is killed still leaves what a prefix of its writes makes;
   * `flush` before anything that others can see and that must not be ahead of the database. When such a
   * transaction cannot be committed, writes that succeeded are lost: then `failure` is the reason, and all throws it.
   */
  gather(): void {
    this.#gathers = true;
  }

  /** Why gathered writes were lost, if they were. */
  get failure(): unknown {
    return this.#lost;
  }

  /** Commits what was gathered. */
  flush(): void {
    if (this.#lost !== undefined) throw this.#lost;
    if (this.#gathers && this.#database.isTransaction) this.#run('COMMIT');
  }

  /** A write. @returns how many rows were changed */
  run(sql: string, ...values: SQLInputValue[]): number {
    this.#begin();
    return this.#run(sql, ...values);
  }

  /** A write that gives a row. */
  returning<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined {
    this.#begin();
    return this.get<Row>(sql, ...values);
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
    this.#begin();
    const nested = this.#database.isTransaction;
    this.#run(nested ? 'SAVEPOINT work' : 'BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#run(nested ? 'RELEASE work' : 'COMMIT');
      return result;
    } catch (error) {
      // SQLite itself undoes all of it after some errors (a full disk): then there is nothing left to do.
      if (this.#database.isTransaction) {
        this.#run(nested ? 'ROLLBACK TO work' : 'ROLLBACK');
        if (nested) this.#run('RELEASE work');
      }
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

  /** Commits what was gathered and closes, even when that fails. Idempotent. */
  close(): void {
    if (!this.#database.isOpen) return;
    try {
      this.flush();
    } finally {
      this.#statements.clear();
      this.#database.close();
    }
  }

  #begin(): void {
    if (!this.#gathers) return;
    if (!this.#database.isTransaction) this.#run('BEGIN IMMEDIATE');
    if (this.#willFlush) return;
    this.#willFlush = true;
    process.nextTick(() => {
      this.#willFlush = false;
      try {
        if (this.#database.isOpen) this.flush();
      } catch {
        // Kept, and thrown by every call from now on.
      }
    });
  }

  #run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#guard(() => this.#prepared(sql).run(...values)).changes);
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
    if (this.#lost !== undefined) throw this.#lost;
    const gathered = this.#gathers && this.#database.isTransaction;
    try {
      return call();
    } catch (error) {
      const told = translated(error, this.file);
      if (gathered && !this.#database.isTransaction) this.#lost = told;
      throw told;
    }
  }
}
