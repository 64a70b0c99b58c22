import { readStoredObject } from '../../../domain/base/stored-json.ts';
import type { Ledger } from '../../../domain/domains/ledger.ts';
import type {
  DomainKey,
  DomainStore,
  DomainTotals,
  StoredDomain,
  WaitingHost,
} from '../../../ports/domains.ts';
import type { Row } from './attributes.ts';
import { absent, is } from './expression.ts';
import { domainKey, waitingHost, waitingKey, waitingPartition } from './keys.ts';
import { sortKey } from './rows.ts';
import type { Table } from './table.ts';

/** Ledgers and totals of registered domains, and the hosts that wait for a try, in the frontier table. */
export class DynamoDomains implements DomainStore {
  readonly #table: Table;

  /** @param table the frontier table */
  constructor(table: Table) {
    this.#table = table;
  }

  async domain(key: DomainKey): Promise<StoredDomain> {
    return storedDomain((await this.#table.get('domain', domainKey(key), true)) ?? {});
  }

  async touchLedger(key: DomainKey): Promise<StoredDomain> {
    return storedDomain(await this.#table.update('domain', domainKey(key), { add: { revision: 1 } }));
  }

  async putLedger(key: DomainKey, was: number, next: Ledger): Promise<boolean> {
    const { written } = await this.#table.updateIf(
      'domain',
      domainKey(key),
      { set: { revision: was + 1, ledger: JSON.stringify(next) } },
      was === 0 ? absent('revision') : is({ revision: was }),
    );
    return written;
  }

  async count(key: DomainKey, { pages, bytes }: DomainTotals): Promise<void> {
    await this.#table.update('domain', domainKey(key), { add: { pages, bytes } });
  }

  async wait(key: DomainKey, waiting: WaitingHost): Promise<void> {
    await this.#table.put('domain', waitingKey(key, waiting), {});
  }

  async waiting(key: DomainKey, limit: number): Promise<readonly WaitingHost[]> {
    const range = { pk: waitingPartition(key), consistent: true };
    return (await this.#table.rows('domain', range, limit)).map((row) => waitingHost(sortKey(row)));
  }

  async unwait(key: DomainKey, waiting: readonly WaitingHost[]): Promise<void> {
    await this.#table.deleteAll(
      'domain',
      waiting.map((one) => waitingKey(key, one)),
    );
  }
}

function storedDomain({ revision = 0, ledger, pages = 0, bytes = 0 }: Row): StoredDomain {
  const stored = { revision: Number(revision), pages: Number(pages), bytes: Number(bytes) };
  if (ledger === undefined) return stored;
  const read = readStoredObject<Ledger>(String(ledger));
  return read === undefined ? { ...stored, damaged: true } : { ...stored, ledger: read };
}
