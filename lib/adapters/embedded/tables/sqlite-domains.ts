import { readStoredObject } from '../../../domain/base/stored-json.ts';
import type { Ledger } from '../../../domain/domains/ledger.ts';
import type { HostName } from '../../../domain/url/url.ts';
import type {
  DomainKey,
  DomainStore,
  DomainTotals,
  StoredDomain,
  WaitingHost,
} from '../../../ports/domains.ts';
import type { Connection } from './connection.ts';

interface DomainRow extends DomainTotals {
  readonly revision: number;
  readonly ledger: string | null;
}

/** `DomainStore` in SQLite: one row for a domain's ledger and totals, one for each waiting host. */
export class SqliteDomains implements DomainStore {
  readonly #db: Connection;

  constructor(db: Connection) {
    this.#db = db;
  }

  async domain({ job, domain }: DomainKey): Promise<StoredDomain> {
    const row = this.#db.get<DomainRow>(
      'SELECT revision, ledger, pages, bytes FROM domain WHERE job = ? AND domain = ?',
      job,
      domain,
    );
    return row === undefined ? { revision: 0, pages: 0, bytes: 0 } : storedDomain(row);
  }

  async touchLedger({ job, domain }: DomainKey): Promise<StoredDomain> {
    const row = this.#db.returning<DomainRow>(
      `INSERT INTO domain (job, domain, revision) VALUES (?, ?, 1)
       ON CONFLICT (job, domain) DO UPDATE SET revision = revision + 1 RETURNING revision, ledger, pages, bytes`,
      job,
      domain,
    );
    return storedDomain(row as DomainRow);
  }

  async putLedger({ job, domain }: DomainKey, was: number, next: Ledger): Promise<boolean> {
    const written = this.#db.run(
      was === 0
        ? `INSERT INTO domain (job, domain, revision, ledger) VALUES (?1, ?2, ?3 + 1, ?4)
           ON CONFLICT (job, domain) DO UPDATE SET revision = ?3 + 1, ledger = ?4 WHERE revision = ?3`
        : 'UPDATE domain SET revision = ?3 + 1, ledger = ?4 WHERE job = ?1 AND domain = ?2 AND revision = ?3',
      job,
      domain,
      was,
      JSON.stringify(next),
    );
    return written === 1;
  }

  async count({ job, domain }: DomainKey, { pages, bytes }: DomainTotals): Promise<void> {
    this.#db.run(
      `INSERT INTO domain (job, domain, pages, bytes) VALUES (?1, ?2, ?3, ?4)
       ON CONFLICT (job, domain) DO UPDATE SET pages = pages + ?3, bytes = bytes + ?4`,
      job,
      domain,
      pages,
      bytes,
    );
  }

  async wait({ job, domain }: DomainKey, { place, host }: WaitingHost): Promise<void> {
    this.#db.run(
      'INSERT OR IGNORE INTO domain_waiting (job, domain, place, host) VALUES (?, ?, ?, ?)',
      job,
      domain,
      place,
      host,
    );
  }

  async waiting({ job, domain }: DomainKey, limit: number): Promise<readonly WaitingHost[]> {
    const rows = this.#db.all<{ readonly place: string; readonly host: HostName }>(
      'SELECT place, host FROM domain_waiting WHERE job = ? AND domain = ? ORDER BY place, host LIMIT ?',
      job,
      domain,
      limit,
    );
    return rows.map(({ place, host }) => ({ place, host }));
  }

  async unwait({ job, domain }: DomainKey, waiting: readonly WaitingHost[]): Promise<void> {
    this.#db.each(waiting, ({ place, host }) =>
      this.#db.run(
        'DELETE FROM domain_waiting WHERE job = ? AND domain = ? AND place = ? AND host = ?',
        job,
        domain,
        place,
        host,
      ),
    );
  }
}

function storedDomain({ ledger, ...rest }: DomainRow): StoredDomain {
  if (ledger === null) return rest;
  const read = readStoredObject<Ledger>(ledger);
  return read === undefined ? { ...rest, damaged: true } : { ...rest, ledger: read };
}
