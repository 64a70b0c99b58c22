import { readStoredObject } from '../../base/stored-json.ts';
import { placesOf } from '../../domain/collection/changes-name.ts';
import type { ChangeLine } from '../../domain/collection/record.ts';
import type { Ports } from '../../ports/ports.ts';
import type { RecordEntry } from '../../ports/records.ts';

type Named = Pick<RecordEntry, 'md5' | 'change'>;

/** The full text of a record: its line of a changes object. Undefined when there is no such line. */
export async function changeLineOf(
  { changes }: { readonly changes: Pick<Ports['changes'], 'read'> },
  job: string,
  entry: Named,
): Promise<ChangeLine | undefined> {
  for (const place of placesOf(entry.change)) {
    const line = lineOf(entry, await changes.read(job, place));
    if (line !== undefined) return line;
  }
  return undefined;
}

/** The line of a record among the lines of an object. */
export function lineOf(
  { md5, change: { host, turn, ordinal } }: Named,
  lines: readonly string[] = [],
): ChangeLine | undefined {
  for (const json of lines) {
    const line = json.includes(md5) ? readStoredObject<ChangeLine>(json) : undefined;
    if (line?.md5 === md5 && line.host === host && line.turn === turn && line.ordinal === ordinal)
      return line;
  }
  return undefined;
}
