import { readStoredObject } from '../../../base/stored-json.ts';
import type { TryMemory } from '../../../domain/domains/domain-credit.ts';
import type { DomainKey, StoredDomain } from '../../../ports/domains.ts';
import type { Connection } from '../base/connection.ts';

type DomainRow = Omit<StoredDomain, 'memory' | 'sponsor' | 'damaged'> & {
  readonly memory: string | null;
  readonly sponsor: string | null;
};

const none: StoredDomain = {
  ...{ pages: 0, bytes: 0, loads: 0, relevant: 0 },
  ...{ hosts: 0, tried: 0, ended: 0, unproven: 0, triedAt: 0 },
};

export function readDomain(db: Connection, { job, domain }: DomainKey): StoredDomain {
  const row = db.get<DomainRow>(
    `SELECT pages, bytes, loads, relevant, hosts, tried, ended, unproven, tried_at AS triedAt, memory, sponsor
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

/** Writes the row whole, in place of what is there. */
export function writeDomain(db: Connection, { job, domain }: DomainKey, stored: StoredDomain): void {
  const { pages, bytes, loads = 0, relevant = 0, hosts, tried, ended, unproven } = stored;
  const { triedAt, memory, sponsor = null } = stored;
  db.run(
    `INSERT OR REPLACE INTO domain (job, domain, pages, bytes, loads, relevant, hosts, tried, ended, unproven,
       tried_at, memory, sponsor) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[job, domain, pages, bytes, loads, relevant, hosts, tried, ended, unproven, triedAt],
    ...[memory === undefined ? null : JSON.stringify(memory), sponsor],
  );
}
