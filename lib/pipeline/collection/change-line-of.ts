import { readStoredObject } from '../../domain/base/stored-json.ts';
import type { ChangeLine } from '../../domain/collection/record.ts';
import type { Ports } from '../../ports/ports.ts';
import type { RecordEntry } from '../../ports/records.ts';

type Named = Pick<RecordEntry, 'md5' | 'change'>;

/**
 * How many turns before the one that a record names are searched for its line. Earlier versions wrote the name before the
 * turn was committed: when the worker of an expired ticket committed after all, the record names a turn that never had
 * the page, and the line is in the last turn that was committed before.
 */
const turnsBack = 16;

/** The full text of a record: its line of a changes object. Undefined when there is no such line. */
export async function changeLineOf(
  { changes }: { readonly changes: Pick<Ports['changes'], 'read'> },
  job: string,
  entry: Named,
): Promise<ChangeLine | undefined> {
  const { host, turn } = entry.change;
  for (let at = turn; at > Math.max(0, turn - turnsBack); at -= 1) {
    const line = lineOf(entry, await changes.read(job, host, at));
    if (line !== undefined) return line;
  }
  return undefined;
}

/**
 * The line of a record among the lines of the turn that it names. In data of earlier versions the line may stand under
 * another ordinal of the turn: two deliveries of a ticket ran, and the one that was not committed named the place that
 * its own line would have had.
 */
export function lineOf(
  { md5, change: { ordinal } }: Named,
  lines: readonly string[] = [],
): ChangeLine | undefined {
  const named = own(lines[ordinal], md5);
  if (named !== undefined) return named;
  for (const line of lines) {
    const elsewhere = own(line, md5);
    if (elsewhere !== undefined) return elsewhere;
  }
  return undefined;
}

function own(json: string | undefined, md5: string): ChangeLine | undefined {
  if (json?.includes(md5) !== true) return undefined;
  const line = readStoredObject<ChangeLine>(json);
  return line?.md5 === md5 ? line : undefined;
}
