import { readStoredObject } from '../../base/stored-json.ts';
import { placesOf } from '../../domain/collection/changes-name.ts';
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
  for (const place of mayStandIn(entry.change)) {
    const line = lineOf(entry, await changes.read(job, place));
    if (line !== undefined) return line;
  }
  return undefined;
}

function* mayStandIn(change: RecordEntry['change']): Generator<string> {
  yield* placesOf(change);
  if (change.object !== undefined) return;
  const { host, turn } = change;
  for (let before = turn - 1; before > Math.max(0, turn - turnsBack); before -= 1)
    yield* placesOf({ host, turn: before });
}

/**
 * The line of a record among the lines of an object. In data of earlier versions the line may stand under another ordinal
 * of the turn: two deliveries of a ticket ran, and the one that was not committed named the place that its own line would
 * have had.
 */
export function lineOf(
  { md5, change: { host, turn, ordinal } }: Named,
  lines: readonly string[] = [],
): ChangeLine | undefined {
  let elsewhere: ChangeLine | undefined;
  for (const [index, json] of lines.entries()) {
    const line = own(json, md5);
    if (line === undefined) continue;
    if (line.v === 2) {
      if (line.host === host && line.turn === turn && line.ordinal === ordinal) return line;
    } else {
      if (index === ordinal) return line;
      elsewhere ??= line;
    }
  }
  return elsewhere;
}

function own(json: string, md5: string): ChangeLine | undefined {
  if (!json.includes(md5)) return undefined;
  const line = readStoredObject<ChangeLine>(json);
  return line?.md5 === md5 ? line : undefined;
}
