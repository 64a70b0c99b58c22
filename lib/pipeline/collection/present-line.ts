import { defined } from '../../base/defined.ts';
import type { CanonicalUrl } from '../../base/url/url.ts';
import { type ChangeLine, eventVersion, type PageRecord } from '../../domain/collection/record.ts';
import type { Ports } from '../../ports/ports.ts';
import type { RecordEntry } from '../../ports/records.ts';
import { maxUrls } from '../turn/publishing.ts';

/** A change line that has its record. */
export interface RecordLine extends ChangeLine {
  readonly record: PageRecord;
}

/** A record as it is now: its last full text, with its present URLs. Undefined: no URL leads to it any more, or the line has no record. */
export async function presentLine(
  ports: Pick<Ports, 'records'>,
  job: string,
  entry: RecordEntry,
  { previous: _p, cause: _c, document: _d, ...line }: ChangeLine,
): Promise<RecordLine | undefined> {
  const urls = line.record && (await urlsOf(ports, job, entry));
  if (line.record === undefined || urls === undefined || urls.length === 0) return undefined;
  const { revision, document } = entry;
  return {
    ...line,
    v: eventVersion,
    revision,
    ...defined({ document }),
    record: { ...line.record, urls },
  };
}

/** The URLs of a record. A record with revision 1 has only the URL that made it, which saves a read. */
async function urlsOf(
  { records }: Pick<Ports, 'records'>,
  job: string,
  { md5, revision, firstUrl }: RecordEntry,
): Promise<readonly CanonicalUrl[]> {
  if (revision === 1 && firstUrl !== undefined) return [firstUrl];
  return await records.urls(job, md5, maxUrls);
}
