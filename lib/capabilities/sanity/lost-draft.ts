import { defined } from '../../base/defined.ts';
import { readStoredObject } from '../../base/stored-json.ts';
import { hostOf } from '../../base/url/url.ts';
import type { ChangeLine } from '../../domain/collection/record.ts';
import { turnsBackwards } from '../../pipeline/collection/host-changes.ts';
import { recordDraft } from '../../pipeline/collection/record-draft.ts';
import type { RecordDraft } from '../../ports/records.ts';
import type { Inspection } from './inspection.ts';

/** The newest turns of a host, whose lines are searched for the record. */
const maxTurns = 1_000;

/** Rebuilds a record that is no longer stored, from its newest line among the changes of the page's host. */
export async function lostDraft(
  { ports, job }: Inspection,
  { url }: { readonly url: Parameters<typeof hostOf>[0] },
  md5: string,
): Promise<RecordDraft | undefined> {
  const host = hostOf(url);
  let turns = 0;
  for await (const found of turnsBackwards(ports, { job: job.name, host })) {
    turns += 1;
    if (turns > maxTurns) return undefined;
    if ('missing' in found) continue;
    for (const [index, json] of found.lines.entries()) {
      const line = json.includes(md5) ? readStoredObject<ChangeLine>(json) : undefined;
      if (line?.md5 !== md5 || typeof line.record?.title !== 'string') continue;
      if ((line.host ?? host) !== host || (line.turn ?? found.turn) !== found.turn) continue;
      const { record, document, ordinal = index } = line;
      const change = { host, turn: found.turn, ordinal, object: found.object };
      const location = { change, ...defined({ document }) };
      // The line has no digest of the link targets. Without it, the links of the next duplicate are taken in once more.
      return recordDraft({ ...record, targetsDigest: '' }, record, location);
    }
  }
  return undefined;
}
