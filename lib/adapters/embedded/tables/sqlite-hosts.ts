import type { HostName } from '../../../base/url/url.ts';
import type {
  HostControl,
  HostKey,
  HostPage,
  HostStore,
  InboxItem,
  StoredBody,
} from '../../../ports/hosts.ts';
import type { Connection } from '../base/connection.ts';
import { type ControlRow, controlColumns, controlOf, controlValues } from './control-row.ts';
import { type HostSummary, summarise } from './host-summary.ts';
import { addUp } from './host-sums.ts';

/** The approximate size of all inbox items that one read returns. */
const inboxPageBytes = 1_000_000;

const columns = controlColumns.join(', ');
/** Not `OR IGNORE`: that would also apply to the statements of the triggers. */
const insertControl = `INSERT INTO control (${columns}, job, host)
  VALUES (${controlColumns.map(() => '?').join(', ')}, ?, ?) ON CONFLICT (job, host) DO NOTHING`;
const updateControl = `UPDATE control SET ${controlColumns.map((name) => `${name} = ?`).join(', ')}
  WHERE job = ? AND host = ? AND state = ? AND turn = ? AND ticket IS ?`;

/** Not `OR REPLACE`: the trigger of deletions would not see the item that is replaced. */
const putInbox = `INSERT INTO inbox (job, host, id, bytes, urls) VALUES (?, ?, ?, ?, ?)
  ON CONFLICT (job, host, id) DO UPDATE SET bytes = excluded.bytes, urls = excluded.urls`;

/** `HostStore` in SQLite. Every conditional write is one statement, which makes it safe between processes too. */
export class SqliteHosts implements HostStore {
  readonly #db: Connection;

  constructor(db: Connection) {
    this.#db = db;
  }

  async control({ job, host }: HostKey): Promise<HostControl | undefined> {
    const row = this.#db.get<ControlRow>(
      `SELECT host, ${columns} FROM control WHERE job = ? AND host = ?`,
      job,
      host,
    );
    return row && controlOf(row);
  }

  async putControl(
    { job, host }: HostKey,
    was: HostControl | undefined,
    next: HostControl,
  ): Promise<boolean> {
    const values = controlValues(next);
    if (was === undefined) return this.#db.run(insertControl, ...values, job, host) === 1;
    const stamp = [was.state, was.turn, was.ticket ?? null];
    return this.#db.run(updateControl, ...values, job, host, ...stamp) === 1;
  }

  async body({ job, host }: HostKey): Promise<StoredBody | undefined> {
    return this.#db.get<StoredBody>('SELECT turn, bytes FROM body WHERE job = ? AND host = ?', job, host);
  }

  async putBody({ job, host }: HostKey, wasTurn: number, { turn, bytes }: StoredBody): Promise<boolean> {
    const written =
      wasTurn === 0
        ? this.#db.run(
            // No committed turn is 0: a body with turn 0 is damaged and counts as none.
            `INSERT INTO body (job, host, turn, bytes) VALUES (?, ?, ?, ?)
             ON CONFLICT DO UPDATE SET turn = excluded.turn, bytes = excluded.bytes WHERE turn = 0`,
            job,
            host,
            turn,
            bytes,
          )
        : this.#db.run(
            'UPDATE body SET turn = ?, bytes = ? WHERE job = ? AND host = ? AND turn = ?',
            turn,
            bytes,
            job,
            host,
            wasTurn,
          );
    return written === 1;
  }

  async putInbox({ job, host }: HostKey, { id, bytes, urls = 0 }: InboxItem): Promise<void> {
    this.#db.run(putInbox, job, host, id, bytes, urls);
  }

  async inbox({ job, host }: HostKey, limit: number): Promise<readonly InboxItem[]> {
    let size = 0;
    const fits = ({ bytes }: InboxItem): boolean => {
      const first = size === 0;
      size += Math.max(1, bytes.length);
      return first || size <= inboxPageBytes;
    };
    return this.#db.takeWhile<InboxItem>(
      'SELECT id, bytes FROM inbox WHERE job = ? AND host = ? ORDER BY id LIMIT ?',
      fits,
      job,
      host,
      limit,
    );
  }

  async inboxUrls(job: string, hosts: readonly HostName[]): Promise<readonly number[]> {
    return hosts.map((host) => {
      const row = this.#db.get<{ readonly urls: number | null }>(
        'SELECT sum(urls) AS urls FROM inbox WHERE job = ? AND host = ?',
        job,
        host,
      );
      return row?.urls ?? 0;
    });
  }

  async deleteInbox({ job, host }: HostKey, ids: readonly string[]): Promise<void> {
    this.#db.each(ids, (id) =>
      this.#db.run('DELETE FROM inbox WHERE job = ? AND host = ? AND id = ?', job, host, id),
    );
  }

  /** By host name ascending; the cursor is the last host of the page. */
  async hosts(job: string, limit: number, cursor = ''): Promise<HostPage> {
    const rows = this.#db.all<ControlRow>(
      `SELECT host, ${columns} FROM control WHERE job = ? AND host > ? ORDER BY host LIMIT ?`,
      job,
      cursor,
      limit,
    );
    const last = rows.length === limit ? rows.at(-1)?.host : undefined;
    return {
      hosts: rows.map((row) => ({ host: row.host, control: controlOf(row) })),
      ...(last !== undefined && { cursor: last }),
    };
  }

  /** The sums that the triggers of the table `control` keep. */
  async addUp(job: string, mend: boolean): Promise<readonly string[]> {
    return addUp(this.#db, job, mend);
  }

  /** The hosts of a job in numbers, as last committed. Costs the same for a million hosts as for one host. */
  summary(job: string): HostSummary {
    return summarise(this.#db, job);
  }
}
