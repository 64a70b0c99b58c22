import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { translated } from './sqlite-error.ts';

/**
 * SQLite gives the write lock to whoever asks at the right moment: beside busy threads a connection may ask a hundred times, one tenth
 * of a second apart, before it has its turn.
 */
const usualWaitMs = 20_000;

/** Connections of this thread that gather writes. */
const gathering = new Set<Connection>();

/**
 * A connection to the database of an installation: prepares every statement once, translates every error. Synchronous,
 * because a statement takes a few microseconds and a thread hop takes longer.
 * @throws WinnowError from every method: `full`, `corrupt`, `locked`, `unavailable`.
 */
export class Connection {
  readonly file: string;
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #gathers = false;
  #isFlushScheduled = false;
  #lost: unknown;

  /** @param waitMs how long a statement waits for the lock of another connection */
  constructor(file: string, { waitMs = usualWaitMs, readOnly = false } = {}) {
    this.file = file;
    try {
      this.#database = new DatabaseSync(file, { timeout: waitMs, readOnly });
    } catch (error) {
      throw translated(error, file);
    }
  }

  /** Runs statements that give no rows: schema and pragmas. */
  exec(sql: string): void {
    this.#guard(() => this.#database.exec(sql));
  }

  /**
   * Gathers writes from now on: the writes of one callback of the event loop, with all promises that settle without I/O,
   * become one transaction, or several if another connection of this thread writes meanwhile. When the process is killed, the database has all writes up to some moment and none after it.
   * Call `flush` before anything that other processes can see and that the database must not lack. When the transaction
   * cannot be committed, writes that had returned are lost: `failure` is then the reason, and every method throws it.
   */
  gather(): void {
    this.#gathers = true;
    gathering.add(this);
  }

  /** Why gathered writes were lost; undefined: none were. */
  get failure(): unknown {
    return this.#lost;
  }

  /** Commits the gathered writes. */
  flush(): void {
    if (this.#lost !== undefined) throw this.#lost;
    if (this.#gathers && this.#database.isTransaction) this.#run('COMMIT');
  }

  /** Commits the gathered writes, so that nobody waits for the write lock during what comes now. Never throws: see `failure`. */
  letGo(): void {
    try {
      this.flush();
    } catch {
      // `#guard` has kept the error.
    }
  }

  /** Runs a statement that writes. @returns the number of changed rows */
  run(sql: string, ...values: SQLInputValue[]): number {
    this.#begin();
    return this.#run(sql, ...values);
  }

  /** Runs a statement that writes and returns a row. */
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

  /** The rows before the first one for which `take` is false. */
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

  /** Runs `work` in one transaction, which has the write lock from its start and is undone when `work` throws. */
  transaction<T>(work: () => T): T {
    this.#begin();
    const nested = this.#database.isTransaction;
    this.#run(nested ? 'SAVEPOINT work' : 'BEGIN IMMEDIATE');
    try {
      const result = work();
      this.#run(nested ? 'RELEASE work' : 'COMMIT');
      return result;
    } catch (error) {
      // After some errors (a full disk) SQLite has undone the whole transaction already.
      if (this.#database.isTransaction) {
        this.#run(nested ? 'ROLLBACK TO work' : 'ROLLBACK');
        if (nested) this.#run('RELEASE work');
      }
      throw error;
    }
  }

  /** Calls `act` with each item, in one transaction when there are several items. */
  each<Item>(items: readonly Item[], act: (item: Item) => unknown): void {
    const all = (): void => {
      for (const item of items) act(item);
    };
    if (items.length > 1) this.transaction(all);
    else all();
  }

  /** Commits the gathered writes, and closes the connection even if that fails. Idempotent. */
  close(): void {
    if (!this.#database.isOpen) return;
    try {
      this.flush();
    } finally {
      gathering.delete(this);
      this.#statements.clear();
      this.#database.close();
    }
  }

  #begin(): void {
    if (!this.#gathers) {
      // To wait for the lock stops this thread, so that a transaction of its own would never end.
      for (const other of gathering) other.letGo();
      return;
    }
    if (!this.#database.isTransaction) this.#run('BEGIN IMMEDIATE');
    if (this.#isFlushScheduled) return;
    this.#isFlushScheduled = true;
    process.nextTick(() => {
      this.#isFlushScheduled = false;
      try {
        if (this.#database.isOpen) this.flush();
      } catch {
        // `#guard` has kept the error: every later call throws it.
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
      const translatedError = translated(error, this.file);
      if (gathered && !this.#database.isTransaction) this.#lost = translatedError;
      throw translatedError;
    }
  }
}
