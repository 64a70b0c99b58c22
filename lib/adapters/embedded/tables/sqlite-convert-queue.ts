import type { CanonicalUrl, HostName } from '../../../base/url/url.ts';
import type { ConversionOrder } from '../../../domain/convert/conversion.ts';
import type { ConvertQueue } from '../../../ports/conversions.ts';
import type { Connection } from '../base/connection.ts';

/** One delivery of an order to a converter. */
export interface DeliveredOrder {
  readonly order: ConversionOrder;
  /** How often the order was delivered, this time included. */
  readonly receives: number;
}

interface Row {
  readonly job: string;
  readonly host: string;
  readonly id: string;
  readonly url: string;
  readonly receives: number;
}

/**
 * `ConvertQueue` in SQLite, oldest first. An order whose process died is there when the next one starts, with the number of its
 * deliveries, which was stored before the converter began.
 */
export class SqliteConvertQueue implements ConvertQueue {
  readonly #db: Connection;
  /** Orders that converters of this process have. */
  readonly #delivered = new Set<string>();
  #onSent: () => void = () => {};

  constructor(db: Connection) {
    this.#db = db;
  }

  async send(orders: readonly ConversionOrder[]): Promise<void> {
    this.#db.transaction(() => {
      for (const { job, host, id, url } of orders)
        this.#db.run(
          'INSERT OR IGNORE INTO converting (job, host, id, url, receives) VALUES (?, ?, ?, ?, 0)',
          ...[job, host, id, url],
        );
    });
    this.ordered();
  }

  /** Orders were sent, by this connection or another one. */
  ordered(): void {
    this.#onSent();
  }

  async outstanding(): Promise<number> {
    return this.#db.get<{ readonly n: number }>('SELECT count(*) AS n FROM converting')?.n ?? 0;
  }

  /** Calls this whenever orders were sent; replaces what was called before. */
  onSent(listener: () => void): void {
    this.#onSent = listener;
  }

  /** The oldest order that no converter has; undefined: there is none. Its delivery is counted before this returns. */
  receive(): DeliveredOrder | undefined {
    const rows = this.#db.all<Row>(
      'SELECT job, host, id, url, receives FROM converting ORDER BY rowid LIMIT ?',
      this.#delivered.size + 1,
    );
    const row = rows.find(({ id }) => !this.#delivered.has(id));
    if (row === undefined) return undefined;
    const { job, host, id, url } = row;
    this.#db.run('UPDATE converting SET receives = receives + 1 WHERE job = ? AND id = ?', job, id);
    // A converter that ends the process must not get the same order for ever.
    this.#db.flush();
    this.#delivered.add(id);
    const order = { job, host: host as HostName, id, url: url as CanonicalUrl };
    return { order, receives: row.receives + 1 };
  }

  /** Ends a delivery: the order is done. */
  done({ order: { job, id } }: DeliveredOrder): void {
    this.#delivered.delete(id);
    this.#db.run('DELETE FROM converting WHERE job = ? AND id = ?', job, id);
  }

  /** Ends a delivery: the order comes again. @param blameless the delivery does not count: the order was not to blame */
  retry({ order: { job, id } }: DeliveredOrder, blameless: boolean): void {
    this.#delivered.delete(id);
    if (blameless)
      this.#db.run('UPDATE converting SET receives = receives - 1 WHERE job = ? AND id = ?', job, id);
  }
}
