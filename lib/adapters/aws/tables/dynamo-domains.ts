import { readStoredObject } from '../../../base/stored-json.ts';
import type { HostName } from '../../../base/url/url.ts';
import type { Opening, TryMemory } from '../../../domain/domains/domain-credit.ts';
import type { DomainKey, DomainStore, DomainTotals, StoredDomain } from '../../../ports/domains.ts';
import type { Row } from '../base/attributes.ts';
import { absent, all, any, atMost, type Clause, exists } from '../base/expression.ts';
import { domainKey, waitingHost, waitingPartition } from '../base/keys.ts';
import { sortKey } from '../base/rows.ts';
import type { Table } from '../base/table.ts';

/** Counts and totals of registered domains, in the frontier table: one item a domain. */
export class DynamoDomains implements DomainStore {
  readonly #table: Table;

  /** @param table the frontier table */
  constructor(table: Table) {
    this.#table = table;
  }

  async domain(key: DomainKey): Promise<StoredDomain> {
    return storedDomain((await this.#table.get('domain', domainKey(key), true)) ?? {});
  }

  async open(key: DomainKey, { most, at, ...more }: Opening, sponsor?: string): Promise<boolean> {
    const { hosts, tried, unproven, ended } = more;
    const { written } = await this.#table.updateIf(
      'domain',
      domainKey(key),
      {
        add: { hosts, tried, unproven, ended },
        set: { triedAt: tried > 0 ? at : undefined, sponsor },
      },
      all(upTo('hosts', most.hosts), upTo('tried', most.tried)),
    );
    return written;
  }

  async remember(key: DomainKey, memory: TryMemory, ended: 0 | 1): Promise<void> {
    await this.#table.update('domain', domainKey(key), {
      add: { ended },
      set: { memory: JSON.stringify(memory) },
    });
  }

  async dropSponsor(key: DomainKey): Promise<void> {
    await this.#table.update('domain', domainKey(key), { remove: ['sponsor'] });
  }

  async count(key: DomainKey, { pages, bytes }: DomainTotals): Promise<void> {
    await this.#table.update('domain', domainKey(key), { add: { pages, bytes } });
  }

  async waitedBefore(key: DomainKey, limit: number): Promise<readonly HostName[]> {
    const range = { pk: waitingPartition(key), consistent: true };
    return (await this.#table.rows('domain', range, limit)).map((row) => waitingHost(sortKey(row)));
  }

  async adopt(key: DomainKey, hosts: number): Promise<void> {
    const change = { add: { hosts }, remove: ['ledger', 'revision'] };
    await this.#table.updateIf('domain', domainKey(key), change, exists('ledger'));
  }
}

function upTo(count: string, most: number): Clause {
  return any(absent(count), atMost(count, most));
}

function storedDomain(row: Row): StoredDomain {
  const of = (name: string): number => Number(row[name] ?? 0);
  const { sponsor, memory, ledger } = row;
  const earlier = ledger === undefined ? undefined : readStoredObject<{ hosts: number }>(String(ledger));
  const read = memory === undefined ? undefined : readStoredObject<TryMemory>(String(memory));
  return {
    ...{ pages: of('pages'), bytes: of('bytes'), tried: of('tried'), ended: of('ended') },
    ...{ hosts: of('hosts') + (earlier?.hosts ?? 0), unproven: of('unproven'), triedAt: of('triedAt') },
    ...(sponsor !== undefined && { sponsor: String(sponsor) }),
    ...(read !== undefined && { memory: read }),
    ...(memory !== undefined && read === undefined && { damaged: true as const }),
    ...(ledger !== undefined && { hasWaited: true as const }),
  };
}
