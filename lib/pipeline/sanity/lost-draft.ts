import { readStoredObject } from '../../domain/base/stored-json.ts';
import type { ChangeLine } from '../../domain/collection/record.ts';
import { hostOf } from '../../domain/url/url.ts';
import type { RecordDraft } from '../../ports/records.ts';
import { recordDraft } from '../collection/record-draft.ts';
import type { Inspection } from './inspection.ts';

/** Changes objects of a host that are looked through for one record: its newest. */
const most = 1_000;

/** What a record was that is not there any more, by its newest line in the changes objects of a page's host. */
export async function lostDraft(
  { ports, job }: Inspection,
  { url }: { readonly url: Parameters<typeof hostOf>[0] },
  md5: string,
): Promise<RecordDraft | undefined> {
  const host = hostOf(url);
  const { objects } = await ports.changes.list(job.name, { host }, most);
  for (const { turn } of [...objects].reverse()) {
    const lines = (await ports.changes.read(job.name, host, turn)) ?? [];
    for (const [ordinal, json] of lines.entries()) {
      const line = json.includes(md5) ? readStoredObject<ChangeLine>(json) : undefined;
      if (line?.md5 !== md5 || typeof line.record?.title !== 'string') continue;
      const { record, document } = line;
      const place = { change: { host, turn, ordinal }, ...(document === undefined ? {} : { document }) };
      // Without the targets of its links, which the line does not digest, a duplicate's are taken in once more.
      return recordDraft({ ...record, targetsDigest: '' }, record, place);
    }
  }
  return undefined;
}
