import type { CanonicalUrl } from '../../base/url/url.ts';
import type { Ports } from '../../ports/ports.ts';
import type { RecordEntry, RecordPage } from '../../ports/records.ts';
import { sideBySide } from '../base/side-by-side.ts';

/** A record as a list shows it to people. */
export interface ListedRecord extends RecordEntry {
  /** The URL that made the record, if it still leads there; otherwise another URL that leads there. */
  readonly url?: CanonicalUrl;
}

export interface ListedRecords extends Omit<RecordPage, 'records'> {
  readonly records: readonly ListedRecord[];
}

const askedAtOnce = 16;

/** A page of the records of a job, each with a URL. If the first URL of a record is gone or renamed, the next one is taken. */
export async function listRecords(
  { records }: Pick<Ports, 'records'>,
  job: string,
  limit: number,
  cursor?: string,
): Promise<ListedRecords> {
  const page = await records.records(job, limit, cursor);
  const listed = await sideBySide(page.records, askedAtOnce, async (entry) => {
    const url = entry.firstUrl ?? (await records.urls(job, entry.md5, 1))[0];
    return url === undefined ? entry : { ...entry, url };
  });
  return { ...page, records: listed };
}
