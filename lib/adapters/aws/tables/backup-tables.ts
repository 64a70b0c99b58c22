import { decodeMinHashes, encodeMinHashes } from '../../../base/likeness/min-hashes.ts';
import type { CanonicalUrl } from '../../../base/url/url.ts';
import { frontierPartitions } from '../../../config/stack/names.ts';
import type { BackupKind, BackupPage, BackupRows } from '../../../ports/operate/job-backup.ts';
import type { Row } from '../base/attributes.ts';
import {
  controlPartition,
  counterKey,
  dayKey,
  domainKey,
  memberKey,
  membersPartition,
  nearKey,
  nearPartition,
  recordKey,
  recordPartition,
  shardDigits,
  urlKey,
  urlsPartition,
} from '../base/keys.ts';
import { content, type ItemKey, newWriteId, sortKey, writeId } from '../base/rows.ts';
import type { Table } from '../base/table.ts';
import { domainsOfHosts } from './domains-of-hosts.ts';
import { DynamoDomains } from './dynamo-domains.ts';
import { dayExpiry } from './dynamo-jobs.ts';
import { nameOf, type StoredGroup, storedGroups } from './near-row.ts';
import { entryOf } from './record-row.ts';

export interface BackupTables {
  readonly frontier: Table;
  readonly records: Table;
  /** Epoch ms. */
  readonly now: () => number;
}

/** How rows of a kind are found and put. */
export interface KindOnTable<K extends BackupKind> {
  read(tables: BackupTables, job: string, limit: number, cursor?: string): Promise<BackupPage<K>>;
  write(tables: BackupTables, job: string, rows: readonly BackupRows[K][]): Promise<void>;
}

export const cause = 'backup';
const dayMs = 86_400_000;
const daysRead = 90;
const everything = Number.POSITIVE_INFINITY;

/** A page of a listing that goes through partitions one after the other. The cursor: the partition's number, and the last sort key. */
async function pageOf(
  table: Table,
  partitions: readonly string[],
  limit: number,
  cursor = '0 ',
): Promise<{ readonly rows: readonly Row[]; readonly cursor?: string }> {
  const at = Number.parseInt(cursor, 10);
  const after = cursor.slice(cursor.indexOf(' ') + 1);
  const range = { pk: partitions[at] ?? '', consistent: true, ...(after !== '' && { after }) };
  const { rows, more } = await table.page(cause, range, limit);
  if (more) return { rows, cursor: `${at} ${sortKey(rows.at(-1))}` };
  return { rows, ...(at + 1 < partitions.length && { cursor: `${at + 1} ` }) };
}

/** Counters, sheets of them and notes share a partition, and tell themselves apart by their beginnings. */
function counted<K extends 'counters' | 'tallies' | 'notes'>(
  beginning: string,
  rowOf: (name: string, row: Row) => BackupRows[K],
): KindOnTable<K>['read'] {
  return async ({ frontier }, job, limit, cursor) => {
    const page = await pageOf(frontier, [`${frontierPartitions.counter}#${job}`], limit, cursor);
    const rows = page.rows.flatMap((row) => {
      const [, begin = '', name = ''] = /^((?:sheet|note):)?(.*)$/s.exec(sortKey(row)) ?? [];
      return begin === beginning ? [rowOf(name, content(row))] : [];
    });
    return { rows, ...(page.cursor !== undefined && { cursor: page.cursor }) };
  };
}

function putCounted(
  { frontier }: BackupTables,
  job: string,
  rows: readonly (readonly [name: string, row: object])[],
): Promise<void> {
  return frontier.putAll(
    cause,
    rows.map(([name, row]) => ({ ...row, ...counterKey(job, name) })),
  );
}

export const kindsOnTables: { readonly [K in BackupKind]: KindOnTable<K> } = {
  domains: {
    async read({ frontier }, job, limit, cursor) {
      const partitions = shardDigits.map((shard) => controlPartition(job, shard));
      const { rows: hosts, ...rest } = await pageOf(frontier, partitions, limit, cursor);
      const store = new DynamoDomains(frontier);
      const found = await Promise.all(
        domainsOfHosts(hosts.map(sortKey)).map(async (domain) => {
          const { damaged: _, ...stored } = await store.domain({ job, domain });
          return { domain, ...stored };
        }),
      );
      const isKept = ({ pages, bytes, hosts: opened, tried, ended, memory }: (typeof found)[number]) =>
        pages + bytes + opened + tried + ended > 0 || memory !== undefined;
      return { rows: found.filter(isKept), ...rest };
    },
    write: ({ frontier }, job, rows) =>
      frontier.putAll(
        cause,
        rows.map(({ domain, memory, ...stored }) => ({
          ...{ ...stored, ...domainKey({ job, domain }) },
          ...(memory !== undefined && { memory: JSON.stringify(memory) }),
        })),
      ),
  },
  records: {
    async read({ records }, job, limit, cursor) {
      const partitions = shardDigits.map((shard) => recordPartition(job, shard));
      const page = await pageOf(records, partitions, limit, cursor);
      const rows = await Promise.all(
        page.rows.map(async (row) => {
          const entry = entryOf(row);
          if (row.more === undefined) return { entry, urls: [] };
          const range = { pk: urlsPartition(job, entry.md5), consistent: true };
          const further = await records.rows(cause, range, everything);
          const urls = further.map(({ url }) => url as CanonicalUrl).filter((url) => url !== entry.firstUrl);
          return { entry, urls };
        }),
      );
      return { ...page, rows };
    },
    write: ({ records }, job, rows) =>
      records.putAll(
        cause,
        rows.flatMap(({ entry: { md5, ...entry }, urls }): readonly (ItemKey & object)[] => [
          ...urls.map((url) => ({ url, ...urlKey(job, md5, url) })),
          {
            ...{ ...entry, ...recordKey(job, md5), [writeId]: newWriteId() },
            ...(urls.length > 0 && { more: true }),
          },
        ]),
      ),
  },
  groups: {
    async read({ records }, job, limit, cursor) {
      const partitions = shardDigits.map((shard) => nearPartition(job, shard));
      const page = await pageOf(records, partitions, limit, cursor);
      const found = page.rows.flatMap((row) =>
        storedGroups(row).map(async ([id, { h, r, u, a, w }]) => {
          const range = { pk: membersPartition(job, id), consistent: true };
          const members = await records.rows(cause, range, everything);
          return {
            ...{ key: Number.parseInt(sortKey(row), 16), id },
            hashes: Buffer.from(h).toString('base64'),
            representative: { md5: r ?? id, url: u, ...(a && { isAwaited: a }) },
            ...(w !== undefined && { was: w }),
            members: members.map((one) => ({ md5: sortKey(one), url: one.url as CanonicalUrl })),
          };
        }),
      );
      return { ...page, rows: await Promise.all(found) };
    },
    async write({ records }, job, rows) {
      const members = rows.flatMap(({ id, members: some }) =>
        some.map(({ md5, url }) => ({ url, ...memberKey(job, id, md5) })),
      );
      await records.putAll(cause, members);
      for (const [key, some] of Map.groupBy(rows, (row) => row.key)) {
        const before = (await records.get('near', nearKey(job, key), true)) ?? {};
        const named = Object.fromEntries(some.map((row) => [nameOf(row.id), storedOf(row)]));
        const next = { ...content(before), ...named };
        const n = storedGroups(next).length;
        await records.put('near', nearKey(job, key), { ...next, n, [writeId]: newWriteId() });
      }
    },
  },
  counters: {
    read: counted<'counters'>('', (name, { total }) => ({ name, total: Number(total) })),
    write: (tables, job, rows) =>
      putCounted(
        tables,
        job,
        rows.map(({ name, total }) => [name, { total }]),
      ),
  },
  tallies: {
    read: counted<'tallies'>('sheet:', (sheet, row) => ({ sheet, counts: row as Record<string, number> })),
    /** A sheet may come in several rows: SQLite has one for each counter. */
    async write(tables, job, rows) {
      const sheets: (readonly [string, object])[] = [];
      for (const [sheet, some] of Map.groupBy(rows, (row) => row.sheet)) {
        const name = `sheet:${sheet}`;
        const before = await tables.frontier.get('tally', counterKey(job, name), true);
        sheets.push([name, Object.assign({}, content(before ?? {}), ...some.map(({ counts }) => counts))]);
      }
      await putCounted(tables, job, sheets);
    },
  },
  notes: {
    read: counted<'notes'>('note:', (name, { version, text }) => ({
      ...{ name, version: Number(version), text: String(text) },
    })),
    write: (tables, job, rows) =>
      putCounted(
        tables,
        job,
        rows.map(({ name, version, text }) => [`note:${name}`, { version, text, [writeId]: newWriteId() }]),
      ),
  },
  pages: {
    /** Their keys have the day: nothing lists them. */
    async read({ frontier, now }, job) {
      const days = Array.from({ length: daysRead }, (_, ago) =>
        new Date(now() - ago * dayMs).toISOString().slice(0, 10),
      );
      const counts = await Promise.all(
        days.map(async (day) => ({
          ...{ day, pages: Number((await frontier.get('day', dayKey(job, day), true))?.pages ?? 0) },
        })),
      );
      return { rows: counts.filter(({ pages }) => pages !== 0) };
    },
    write: ({ frontier }, job, rows) =>
      frontier.putAll(
        cause,
        rows.map(({ day, pages }) => ({ pages, ttl: dayExpiry(day), ...dayKey(job, day) })),
      ),
  },
};

function storedOf({ id, hashes, representative, was }: BackupRows['groups']): StoredGroup {
  const { md5, url, isAwaited } = representative;
  return {
    ...{ h: Buffer.from(encodeMinHashes(decodeMinHashes(hashes)), 'base64'), u: url },
    ...(md5 !== id && { r: md5 }),
    ...(isAwaited && { a: true }),
    ...(was !== undefined && { w: was }),
  };
}
