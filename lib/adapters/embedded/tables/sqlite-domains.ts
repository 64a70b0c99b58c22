import { readStoredObject } from '../../../base/stored-json.ts';
import type { HostName } from '../../../base/url/url.ts';
import type { Opening, TryMemory } from '../../../domain/domains/domain-credit.ts';
import type { DomainKey, DomainStore, DomainTotals, StoredDomain } from '../../../ports/domains.ts';
import type { Connection } from '../base/connection.ts';

type DomainRow = Omit<StoredDomain, 'memory' | 'sponsor' | 'damaged' | 'hasWaited'> & {
  readonly memory: string | null;
  readonly sponsor: string | null;
};

const none: StoredDomain = { pages: 0, bytes: 0, hosts: 0, tried: 0, ended: 0, unproven: 0, triedAt: 0 };

/** `DomainStore` in SQLite: one row for a domain. */
export class SqliteDomains implements DomainStore {
  readonly #db: Connection;

  constructor(db: Connection) {
    this.#db = db;
  }

  async domain({ job, domain }: DomainKey): Promise<StoredDomain> {
    const row = this.#db.get<DomainRow>(
      `SELECT pages, bytes, hosts, tried, ended, unproven, tried_at AS triedAt, memory, sponsor
       FROM domain WHERE job = ? AND domain = ?`,
      job,
      domain,
    );
    if (row === undefined) return none;
    const { memory, sponsor, ...rest } = row;
    const read = memory === null ? undefined : readStoredObject<TryMemory>(memory);
    return {
      ...rest,
      ...(sponsor !== null && { sponsor }),
      ...(read !== undefined && { memory: read }),
      ...(memory !== null && read === undefined && { damaged: true as const }),
    };
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

  /** None: the change of the schema has woken them. */
  async waitedBefore(): Promise<readonly HostName[]> {
    return [];
  }

  async adopt(): Promise<void> {}
}
