import { defined } from '../../domain/base/defined.ts';
import { readStoredObject } from '../../domain/base/stored-json.ts';
import type { ChangeLine } from '../../domain/collection/record.ts';
import { hostOf } from '../../domain/url/url.ts';
import type { RecordDraft } from '../../ports/records.ts';
import { recordDraft } from '../collection/record-draft.ts';
import type { Inspection } from './inspection.ts';

/** The newest changes objects of a host, which are searched for the record. */
const maxObjects = 1_000;

/** Rebuilds a record that is no longer stored, from its newest line in the changes objects of the page's host. */
export async function lostDraft(
  { ports, job }: Inspection,
  { url }: { readonly url: Parameters<typeof hostOf>[0] },
  md5: string,
): Promise<RecordDraft | undefined> {
  const host = hostOf(url);
  const { objects } = await ports.changes.list(job.name, { host }, maxObjects);
  for (const { turn } of [...objects].reverse()) {
    const lines = (await ports.changes.read(job.name, host, turn)) ?? [];
    for (const [ordinal, json] of lines.entries()) {
      const line = json.includes(md5) ? readStoredObject<ChangeLine>(json) : undefined;
      if (line?.md5 !== md5 || typeof line.record?.title !== 'string') continue;
      const { record, document } = line;
      const location = { change: { host, turn, ordinal }, ...defined({ document }) };
      // The line has no digest of the link targets. Without it, the links of the next duplicate are taken in once more.
      return recordDraft({ ...record, targetsDigest: '' }, record, location);
    }
  }
  return undefined;
}
