import type { Opening, TryMemory } from '../../../domain/domains/domain-credit.ts';
import type {
  DomainKey,
  DomainLoads,
  DomainStore,
  DomainTotals,
  StoredDomain,
} from '../../../ports/domains.ts';
import type { Connection } from '../base/connection.ts';
import { readDomain } from './domain-row.ts';

/** `DomainStore` in SQLite: one row for a domain. */
export class SqliteDomains implements DomainStore {
  readonly #db: Connection;

  constructor(db: Connection) {
    this.#db = db;
  }

  async domain(key: DomainKey): Promise<StoredDomain> {
    return readDomain(this.#db, key);
  }

  async open({ job, domain }: DomainKey, opening: Opening, sponsor?: string): Promise<boolean> {
    const { hosts, tried, unproven, ended, at, most } = opening;
    const written = this.#db.run(
      `INSERT INTO domain (job, domain, hosts, tried, unproven, ended, tried_at, sponsor)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
       ON CONFLICT (job, domain) DO UPDATE SET hosts = hosts + ?3, tried = tried + ?4, unproven = unproven + ?5,
         ended = ended + ?6, tried_at = iif(?4 > 0, ?7, tried_at), sponsor = ifnull(?8, sponsor)
       WHERE hosts <= ?9 AND tried <= ?10`,
      ...[job, domain, hosts, tried, unproven, ended, at, sponsor ?? null, most.hosts, most.tried],
    );
    return written === 1;
  }

  async remember({ job, domain }: DomainKey, memory: TryMemory, ended: 0 | 1): Promise<void> {
    this.#db.run(
      `INSERT INTO domain (job, domain, ended, memory) VALUES (?1, ?2, ?4, ?3)
       ON CONFLICT (job, domain) DO UPDATE SET ended = ended + ?4, memory = ?3`,
      job,
      domain,
      JSON.stringify(memory),
      ended,
    );
  }

  async dropSponsor({ job, domain }: DomainKey): Promise<void> {
    this.#db.run('UPDATE domain SET sponsor = NULL WHERE job = ? AND domain = ?', job, domain);
  }

  async count(
    { job, domain }: DomainKey,
    { pages, bytes, loads = 0, relevant = 0 }: DomainTotals & Partial<DomainLoads>,
  ): Promise<void> {
    this.#db.run(
      `INSERT INTO domain (job, domain, pages, bytes, loads, relevant) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
       ON CONFLICT (job, domain) DO UPDATE SET pages = pages + ?3, bytes = bytes + ?4, loads = loads + ?5,
         relevant = relevant + ?6`,
      ...[job, domain, pages, bytes, loads, relevant],
    );
  }
}
