import type { ChangeLine } from '../domain/record.ts';
import type { Ports } from '../ports/ports.ts';
import type { RecordEntry } from '../ports/records.ts';

/** The full text of a record: the line of a changes object that it names. Undefined when it is not there. */
export async function changeLineOf(
  { changes }: Pick<Ports, 'changes'>,
  job: string,
  entry: RecordEntry,
): Promise<ChangeLine | undefined> {
  const { host, turn } = entry.change;
  return lineOf(entry, await changes.read(job, host, turn));
}

/**
 * The line of a record among those of the turn that it names. Of two deliveries of one ticket the one that was not
 * committed may have named the place that its own line would have had: then it is another one of the same turn.
 */
export function lineOf(
  { md5, change: { ordinal } }: RecordEntry,
  lines: readonly string[] = [],
): ChangeLine | undefined {
  const named = own(lines[ordinal], md5);
  if (named !== undefined) return named;
  for (const line of lines) {
    const other = own(line, md5);
    if (other !== undefined) return other;
  }
  return undefined;
}

function own(json: string | undefined, md5: string): ChangeLine | undefined {
  if (json?.includes(md5) !== true) return undefined;
  const line = JSON.parse(json) as ChangeLine;
  return line.md5 === md5 ? line : undefined;
}
