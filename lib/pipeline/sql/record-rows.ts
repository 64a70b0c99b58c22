import { rowOf, timeText } from '../../domain/sql/row.ts';
import type { Ports } from '../../ports/ports.ts';
import type { Copying, StepEnd } from './copying.ts';

const recordsRead = 500;

/** Adds the register of records. A record whose first URL is gone has none here. */
export async function copyRecords(
  { records }: Pick<Ports, 'records'>,
  { job, tables, isOver }: Copying,
  from: string | undefined,
): Promise<StepEnd> {
  for (let cursor = from; ; ) {
    const page = await records.records(job.name, recordsRead, cursor);
    for (const one of page.records) {
      const { md5, firstUrl, title, mediaType, bytes, depth, firstSeen, group, document } = one;
      const row = rowOf('records', {
        ...{ md5, url: firstUrl, title, media_type: mediaType, bytes, depth, document },
        first_seen: timeText(firstSeen),
        near_duplicates: group,
      });
      await tables.add('records', row);
    }
    cursor = page.cursor;
    if (cursor === undefined) return 'copied';
    if (isOver()) return { cursor };
  }
}
