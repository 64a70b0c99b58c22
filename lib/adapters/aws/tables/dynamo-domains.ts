import { defined } from '../../../base/defined.ts';
import { readStoredObject } from '../../../base/stored-json.ts';
import type { Opening, TryMemory } from '../../../domain/domains/domain-credit.ts';
import type {
  DomainKey,
  DomainLoads,
  DomainStore,
  DomainTotals,
  StoredDomain,
} from '../../../ports/domains.ts';
import type { Row } from '../base/attributes.ts';
import { absent, all, any, atMost, type Clause } from '../base/expression.ts';
import { domainKey } from '../base/keys.ts';
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

  async count(
    key: DomainKey,
    { pages, bytes, loads, relevant }: DomainTotals & Partial<DomainLoads>,
  ): Promise<void> {
    const add = { pages, bytes, ...defined({ loads, relevant }) };
    await this.#table.update('domain', domainKey(key), { add });
  }
}

function upTo(count: string, most: number): Clause {
  return any(absent(count), atMost(count, most));
}

function storedDomain(row: Row): StoredDomain {
  const of = (name: string): number => Number(row[name] ?? 0);
  const { sponsor, memory } = row;
  const read = memory === undefined ? undefined : readStoredObject<TryMemory>(String(memory));
  return {
    ...{ pages: of('pages'), bytes: of('bytes'), loads: of('loads'), relevant: of('relevant') },
    ...{ tried: of('tried'), ended: of('ended') },
    ...{ hosts: of('hosts'), unproven: of('unproven'), triedAt: of('triedAt') },
    ...(sponsor !== undefined && { sponsor: String(sponsor) }),
    ...(read !== undefined && { memory: read }),
    ...(memory !== undefined && read === undefined && { damaged: true as const }),
  };
}
