import { definedAs } from '../../../base/defined.ts';
import type { HostName } from '../../../base/url/url.ts';
import type { HostCare } from '../../../domain/control/host-care.ts';
import type { HostPoliteness } from '../../../domain/politeness/host-politeness.ts';
import type {
  HostControl,
  HostKey,
  HostPage,
  HostStore,
  InboxItem,
  StoredBody,
} from '../../../ports/hosts.ts';
import type { Row } from '../base/attributes.ts';
import { absent, type Clause, is } from '../base/expression.ts';
import {
  bodyKey,
  controlKey,
  controlPartition,
  controlShard,
  inboxPartition,
  shardDigits,
} from '../base/keys.ts';
import { chunks } from '../base/retry.ts';
import { content, sortKey } from '../base/rows.ts';
import type { Table } from '../base/table.ts';

const inboxesAtOnce = 32;

/** Controls, bodies and inboxes in the frontier table. */
export class DynamoHosts implements HostStore {
  readonly #table: Table;

  /** @param table the frontier table */
  constructor(table: Table) {
    this.#table = table;
  }

  async control(key: HostKey): Promise<HostControl | undefined> {
    const row = await this.#table.get('control', controlKey(key), true);
    return row && controlOf(row);
  }

  async putControl(key: HostKey, was: HostControl | undefined, next: HostControl): Promise<boolean> {
    const { written } = await this.#table.putIf('control', controlKey(key), controlItem(next), stamp(was));
    return written;
  }

  async body(key: HostKey): Promise<StoredBody | undefined> {
    const row = await this.#table.get('body', bodyKey(key), true);
    return row && (content(row) as unknown as StoredBody);
  }

  async putBody(key: HostKey, wasTurn: number, next: StoredBody): Promise<boolean> {
    const condition = wasTurn === 0 ? absent('turn') : is({ turn: wasTurn });
    const { written } = await this.#table.putIf('commit', bodyKey(key), next, condition);
    return written;
  }

  async putInbox(key: HostKey, { id, ...item }: InboxItem): Promise<void> {
    await this.#table.put('inbox', { pk: inboxPartition(key), sk: id }, item);
  }

  async inboxUrls(job: string, hosts: readonly HostName[]): Promise<readonly number[]> {
    const sums: number[] = [];
    for (const some of chunks(hosts, inboxesAtOnce)) {
      sums.push(...(await Promise.all(some.map((host) => this.#inboxUrls({ job, host })))));
    }
    return sums;
  }

  async #inboxUrls(key: HostKey): Promise<number> {
    const range = { pk: inboxPartition(key), consistent: true, only: ['urls'] };
    const rows = await this.#table.rows('listing', range, Number.POSITIVE_INFINITY);
    return rows.reduce((sum, { urls = 0 }) => sum + Number(urls), 0);
  }

  /** Makes one request: DynamoDB ends a page at 1 MB. */
  async inbox(key: HostKey, limit: number): Promise<readonly InboxItem[]> {
    const range = { pk: inboxPartition(key), consistent: true };
    const { rows } = await this.#table.page('inbox', range, limit);
    return rows.map((row) => ({ id: sortKey(row), bytes: row.bytes as Uint8Array }));
  }

  async deleteInbox(key: HostKey, ids: readonly string[]): Promise<void> {
    const pk = inboxPartition(key);
    await this.#table.deleteAll(
      'inbox',
      ids.map((sk) => ({ pk, sk })),
    );
  }

  async hosts(job: string, limit: number, cursor?: string): Promise<HostPage> {
    const from = cursor as HostName | undefined;
    const first = from === undefined ? 0 : Number.parseInt(controlShard(from), 16);
    const rows: Row[] = [];
    for (const [index, shard] of shardDigits.slice(first).entries()) {
      const after = index === 0 && from !== undefined ? { after: from } : {};
      const range = { pk: controlPartition(job, shard), consistent: true, ...after };
      // One row more than wanted shows whether there is a next page.
      rows.push(...(await this.#table.rows('listing', range, limit + 1 - rows.length)));
      if (rows.length > limit) break;
    }
    const hosts = rows
      .slice(0, limit)
      .map((row) => ({ host: sortKey(row) as HostName, control: controlOf(row) }));
    const last = hosts.at(-1)?.host;
    return { hosts, ...(rows.length > limit && last !== undefined && { cursor: last }) };
  }

  /** No sums are kept here. */
  async addUp(): Promise<readonly string[]> {
    return [];
  }
}

/** The condition that the stored control has the stamp of `was`. */
function stamp(was: HostControl | undefined): Clause {
  if (was === undefined) return absent('state');
  return is({ state: was.state, turn: was.turn, ticket: was.ticket });
}

/** The item of a host's control: every field has its own attribute, as in all versions so far. */
interface ControlItem
  extends Omit<HostControl, 'care' | 'politeness'>,
    Pick<HostCare, 'suspect'>,
    HostPoliteness {
  readonly careful?: number;
}

/** The attributes to store. Undefined attributes are not stored. */
export function controlItem({ care, politeness, ...rest }: HostControl): object {
  return { ...rest, careful: care?.turns, suspect: care?.suspect, ...politeness };
}

export function controlOf(row: Row): HostControl {
  const { careful, suspect, backoffs, parked, crowded, ...rest } = content(row) as unknown as ControlItem;
  return {
    ...rest,
    ...definedAs('care', { turns: careful, suspect }),
    ...definedAs('politeness', { backoffs, parked, crowded }),
  };
}
