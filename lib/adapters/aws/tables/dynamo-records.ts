import type { Md5 } from '../../../base/page/page-content.ts';
import type { CanonicalUrl } from '../../../base/url/url.ts';
import type {
  AddResult,
  RecordDraft,
  RecordEntry,
  RecordPage,
  RecordStore,
  RecordUrl,
  RemoveResult,
} from '../../../ports/records.ts';
import type { Row } from '../base/attributes.ts';
import { recordKey, recordPartition, shardDigits, urlKey, urlsPartition } from '../base/keys.ts';
import { sortKey } from '../base/rows.ts';
import type { Table } from '../base/table.ts';
import { entryOf, inhabited, isVacant, RecordRow } from './record-row.ts';

/**
 * The register of records. The item of a record has its first URL, and whether further URLs may lead to the record; each
 * further URL is an item of its own. Why no URL of a record is lost, whatever the interleaving:
 * docs/decisions/0002-access-patterns.md.
 */
export class DynamoRecords implements RecordStore {
  readonly #table: Table;

  /** @param table the records table */
  constructor(table: Table) {
    this.#table = table;
  }

  async add(job: string, draft: RecordDraft, member: RecordUrl): Promise<AddResult> {
    const { md5 } = draft;
    const record = new RecordRow(this.#table, recordKey(job, md5));
    const further = urlKey(job, md5, member.url);
    for (let joined = false; ; joined = true) {
      const first = await record.makeOrReplaceDraft(draft, member);
      if (first.written) {
        // The record became vacant after this URL had joined it: the URL is the first one now, no longer a further one.
        if (joined) await this.#table.delete('record', further);
        return resultOf(first.row, true);
      }
      await this.#table.put('record', further, { url: member.url });
      const row = await record.join(member.depth, Number(first.row?.depth));
      if (row !== undefined) return resultOf(row, false);
    }
  }

  async remove(job: string, md5: Md5, url: CanonicalUrl): Promise<RemoveResult> {
    const record = new RecordRow(this.#table, recordKey(job, md5));
    const only = await record.removeOnly(url);
    if (only.row === undefined) return { empty: true, revision: 0 };
    if (only.written || isVacant(only.row)) return emptied(only.row);
    let row: Row = only.row;
    if (row.firstUrl === url) row = (await record.removeFirst(url)).row ?? row;
    const wasRemoved = await this.#table.delete('record', urlKey(job, md5, url));
    if (wasRemoved && only.row.firstUrl !== url) row = await record.bump();
    return this.#vacateIfEmpty(job, md5, record, row);
  }

  async record(job: string, md5: Md5): Promise<RecordEntry | undefined> {
    const row = await this.#table.get('record', recordKey(job, md5), true);
    if (row === undefined || isVacant(row)) return undefined;
    if (row.firstUrl === undefined && !(await this.#hasFurther(job, md5))) return undefined;
    return entryOf(row);
  }

  async revision(job: string, md5: Md5): Promise<number> {
    const row = await this.#table.get('record', recordKey(job, md5), true);
    return Number(row?.revision ?? 0);
  }

  async lastText(job: string, md5: Md5): Promise<RecordEntry['change'] | undefined> {
    const row = await this.#table.get('record', recordKey(job, md5), true);
    return row && entryOf(row).change;
  }

  async urls(job: string, md5: Md5, limit: number): Promise<readonly CanonicalUrl[]> {
    const row = await this.#table.get('record', recordKey(job, md5), true);
    if (row === undefined || isVacant(row)) return [];
    const first = row.firstUrl === undefined ? [] : [row.firstUrl as CanonicalUrl];
    const rows = await this.#table.rows('record', { pk: urlsPartition(job, md5), consistent: true }, limit);
    const further = rows.map(({ url }) => url as CanonicalUrl).filter((url) => url !== first[0]);
    return [...first, ...further].slice(0, limit);
  }

  async records(job: string, limit: number, cursor?: string): Promise<RecordPage> {
    const live: Row[] = [];
    for (const shard of shardDigits.slice(
      cursor === undefined ? 0 : Number.parseInt(cursor.slice(0, 1), 16),
    )) {
      const pk = recordPartition(job, shard);
      let after = cursor?.startsWith(shard) ? cursor : undefined;
      // One row more than wanted shows whether there is a next page.
      for (let more = true; more && live.length <= limit; ) {
        const range = { pk, consistent: true, ...(after !== undefined && { after }) };
        const page = await this.#table.page('listing', range, limit + 1 - live.length);
        live.push(...page.rows.filter((row) => !isVacant(row)));
        more = page.more;
        after = page.rows.length > 0 ? sortKey(page.rows.at(-1)) : after;
      }
      if (live.length > limit) break;
    }
    const records = live.slice(0, limit).map(entryOf);
    const last = records.at(-1)?.md5;
    return { records, ...(live.length > limit && last !== undefined && { cursor: last }) };
  }

  /** Counts all partitions side by side: at most 1 MB of each is in memory. */
  async count(job: string, signal: AbortSignal): Promise<number | undefined> {
    const counts = await Promise.all(
      shardDigits.map((shard) =>
        this.#table.count('listing', recordPartition(job, shard), inhabited, signal),
      ),
    );
    return counts.reduce<number | undefined>(
      (sum, one) => (sum === undefined || one === undefined ? undefined : sum + one),
      0,
    );
  }

  /** Wrong is a record that says vacant and has further URLs. One that says that it may have further URLs is never wrong. */
  async recount(job: string, md5: Md5, mend: boolean): Promise<boolean> {
    const row = await this.#table.get('record', recordKey(job, md5), true);
    if (row === undefined || !isVacant(row) || !(await this.#hasFurther(job, md5))) return false;
    return mend ? await new RecordRow(this.#table, recordKey(job, md5)).noteFurther() : true;
  }

  /** Makes the record vacant if no URL is left, unless it changed since `seen`. @returns whether it is empty */
  async #vacateIfEmpty(job: string, md5: Md5, record: RecordRow, seen: Row): Promise<RemoveResult> {
    const revision = Number(seen.revision);
    for (let row = seen; ; ) {
      if (isVacant(row)) return emptied(row);
      if (row.firstUrl !== undefined || (await this.#hasFurther(job, md5))) return { empty: false, revision };
      const vacated = await record.vacate(row);
      if (vacated.written || vacated.row === undefined) return emptied(row);
      row = vacated.row;
    }
  }

  async #hasFurther(job: string, md5: Md5): Promise<boolean> {
    const range = { pk: urlsPartition(job, md5), consistent: true };
    const { rows } = await this.#table.page('record', range, 1);
    return rows.length > 0;
  }
}

function emptied({ revision, group }: Row): RemoveResult {
  return { empty: true, revision: Number(revision), ...(group !== undefined && { group: String(group) }) };
}

function resultOf(row: Row, first: boolean): AddResult {
  const { revision, targets, document, firstSeen } = entryOf(row);
  return { first, revision, targets, firstSeen, ...(document !== undefined && { document }) };
}
