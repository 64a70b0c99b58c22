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

/** The point from which to replay the changes since a snapshot that begins now (epoch ms). */
export function pointOf(now: number): string {
  return new Date(now - marginMs).toISOString();
}

/** What is left of a snapshot. */
export interface SnapshotPart {
  readonly point: string;
  /** So many came before. */
  readonly records: number;
  /** The last of them. */
  readonly md5?: string;
}

/**
 * Every present record of a job as its last change line, with its present URLs; in any order, a part by MD5 ascending. The last line says that the
 * snapshot is complete, and from which point to replay or follow the changes since. A record whose turn is not published
 * yet comes after that point; a record whose changes object was deleted is missing: the last line counts records and
 * missing ones. Reads each record once, and has a bounded number in memory.
 */
export async function* snapshotRecords(
  ports: Pick<Ports, 'changes' | 'clock' | 'records'>,
  job: string,
  part?: SnapshotPart,
): AsyncGenerator<ChangeLine | SnapshotEnd> {
  const { point, records: before, md5: last } = part ?? { point: pointOf(ports.clock.now()), records: 0 };
  let records = before;
  let missing = 0;
  let cursor: string | undefined;
  do {
    const page = await ports.records.records(job, pageSize, cursor);
    const behind = page.records.filter(({ md5 }) => last === undefined || md5 > last);
    const found = await linesOf(ports, job, behind);
    yield* part === undefined ? found.lines : found.lines.toSorted((a, b) => (a.md5 < b.md5 ? -1 : 1));
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
