import { type ChangeLine, eventVersion, type SnapshotEnd } from '../../domain/collection/record.ts';
import type { Ports } from '../../ports/ports.ts';
import type { RecordEntry } from '../../ports/records.ts';
import { sideBySide } from '../base/side-by-side.ts';
import { changeLineOf, lineOf } from './change-line-of.ts';
import { presentLine } from './present-line.ts';

/** Records whose lines are in memory at once. */
const pageSize = 100;
const atOnce = 8;
/**
 * Margin for the different clocks of store, workers and caller, and because a turn removes URLs before it puts its object.
 * Changes that come twice do no harm. More than the 15 minutes that AWS allows a signer's clock to differ.
 */
const marginMs = 1_200_000;

/**
 * Every present record of a job as its last change line, with its present URLs; in any order. The last line says that the
 * snapshot is complete, and from which point to replay or follow the changes since. A record whose turn is not published
 * yet comes after that point; a record whose changes object was deleted is missing: the last line counts records and
 * missing ones. Reads each record once, and has a bounded number in memory.
 */
export async function* snapshotRecords(
  ports: Pick<Ports, 'changes' | 'clock' | 'records'>,
  job: string,
): AsyncGenerator<ChangeLine | SnapshotEnd> {
  const point = new Date(ports.clock.now() - marginMs).toISOString();
  let records = 0;
  let missing = 0;
  let cursor: string | undefined;
  do {
    const page = await ports.records.records(job, pageSize, cursor);
    const found = await linesOf(ports, job, page.records);
    yield* found.lines;
    records += found.lines.length;
    missing += found.missing;
    cursor = page.cursor;
  } while (cursor !== undefined);
  yield { v: eventVersion, snapshot: { job, records, point, ...(missing === 0 ? {} : { missing }) } };
}

/** The lines of some records. Reads each changes object once. */
async function linesOf(
  ports: Pick<Ports, 'changes' | 'records'>,
  job: string,
  entries: readonly RecordEntry[],
): Promise<{ readonly lines: readonly ChangeLine[]; readonly missing: number }> {
  const found: ChangeLine[] = [];
  let missing = 0;
  const byObject = Map.groupBy(entries, ({ change }) => change.object);
  await sideBySide([...byObject], atOnce, async ([object, some]) => {
    const lines = await ports.changes.read(job, object);
    for (const entry of some) {
      const line = lineOf(entry, lines) ?? (await changeLineOf(ports, job, entry));
      if (line?.record === undefined) {
        missing += 1;
        continue;
      }
      const present = await presentLine(ports, job, entry, line);
      // The last URL was removed during the snapshot: the deletion comes after the point.
      if (present !== undefined) found.push(present);
    }
  });
  return { lines: found, missing };
}
