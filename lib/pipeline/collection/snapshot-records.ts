import type { ChangeLine, SnapshotEnd } from '../../domain/collection/record.ts';
import type { CanonicalUrl } from '../../domain/url/url.ts';
import type { Ports } from '../../ports/ports.ts';
import type { RecordEntry } from '../../ports/records.ts';
import { sideBySide } from '../base/side-by-side.ts';
import { maxUrls } from '../turn/publishing.ts';
import { changeLineOf, lineOf } from './change-line-of.ts';

/** Records whose lines are held at once. */
const pageSize = 100;
const atOnce = 8;
/**
 * The clocks of the store, of the workers and of whoever asks differ; a turn's removals come before its object. What is
 * told twice does no harm. More than AWS lets a signer's clock be off (15 minutes).
 */
const marginMs = 1_200_000;

/**
 * Every record of a job now, each as the line of the change that it stands in, with the URLs that lead to it now; in no
 * order. Then one line that says that it is whole, and from which point to replay or follow: what changed meanwhile is
 * told there. A record whose turn is not published yet is not in it, but after that point; one whose changes object was
 * deleted is nowhere: the last line counts both. Reads each record once and holds a bounded number of them.
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
  yield { v: 1, snapshot: { job, records, point, ...(missing === 0 ? {} : { missing }) } };
}

/** The lines of some records: each changes object is read once. */
async function linesOf(
  ports: Pick<Ports, 'changes' | 'records'>,
  job: string,
  entries: readonly RecordEntry[],
): Promise<{ readonly lines: readonly ChangeLine[]; readonly missing: number }> {
  const found: ChangeLine[] = [];
  let missing = 0;
  const byObject = Map.groupBy(entries, ({ change: { host, turn } }) => `${host} ${turn}`);
  await sideBySide([...byObject.values()], atOnce, async (some) => {
    const [{ change }] = some as [RecordEntry];
    const lines = await ports.changes.read(job, change.host, change.turn);
    for (const entry of some) {
      const line = lineOf(entry, lines) ?? (await changeLineOf(ports, job, entry));
      if (line?.record === undefined) {
        missing += 1;
        continue;
      }
      const urls = await urlsOf(ports, job, entry);
      // The last one was taken off while we looked: its deletion is told after the point.
      if (urls.length > 0) found.push(snapshotLine(line, line.record, entry, urls));
    }
  });
  return { lines: found, missing };
}

/** One that has been changed once was changed when it was made: to ask for its URLs costs more than to list it did. */
async function urlsOf(
  { records }: Pick<Ports, 'records'>,
  job: string,
  { md5, revision, firstUrl }: RecordEntry,
): Promise<readonly CanonicalUrl[]> {
  if (revision === 1 && firstUrl !== undefined) return [firstUrl];
  return await records.urls(job, md5, maxUrls);
}

function snapshotLine(
  { previous: _p, cause: _c, document: _d, ...line }: ChangeLine,
  record: NonNullable<ChangeLine['record']>,
  { revision, document }: RecordEntry,
  urls: readonly CanonicalUrl[],
): ChangeLine {
  return {
    ...line,
    revision,
    ...(document === undefined ? {} : { document }),
    record: { ...record, urls },
  };
}
