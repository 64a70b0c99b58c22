import type { Md5 } from '../../base/page/page-content.ts';
import type { CanonicalUrl, HostName } from '../../base/url/url.ts';
import { deletion } from '../../domain/collection/change-line.ts';
import { batchName } from '../../domain/collection/changes-name.ts';
import { sideBySide } from '../../pipeline/base/side-by-side.ts';
import type { BackupKind, BackupRows } from '../../ports/operate/job-backup.ts';
import { unpackText } from './entry.ts';
import { type DumpSource, type LoadPorts, partsOf } from './loading.ts';
import { urlsOf } from './walk.ts';

type RecordRow = BackupRows['records'];

/** URLs of a record that go. */
interface Newer {
  readonly row: RecordRow;
  readonly urls: readonly CanonicalUrl[];
  /** No other URL leads to the record. */
  readonly isGone: boolean;
}

/** What happened to a record that a dump lacks. */
const cause = 'restored';
const rowsAtOnce = 500;
const atOnce = 16;

/**
 * Takes out of the collection what a dump lacks: records that are newer, URLs that lead to others since, and all groups of
 * near-duplicates, which the dump puts back as they were. The feed is told of the records first, so that whoever dies here tells of them again. The rows of
 * both come by MD5; one that came in another order would be taken out and put back.
 * @returns the records that went; undefined: nothing did, as parts that would say what the dump has are damaged
 */
export async function takeOut(
  ports: LoadPorts,
  source: DumpSource,
  job: string,
  signal: AbortSignal,
): Promise<number | undefined> {
  if (partsOf(source, job, ['rows']).some(({ name }) => source.damaged.has(name))) return undefined;
  let count = 0;
  const dumped = recordsIn(source, job);
  let next = await dumped.next();
  try {
    for await (const rows of pagesOf(ports, job, 'records')) {
      const newer: Newer[] = [];
      for (const row of rows) {
        const { md5 } = row.entry;
        while (!next.done && next.value.entry.md5 < md5) next = await dumped.next();
        const same = !next.done && next.value.entry.md5 === md5 ? next.value : undefined;
        const urls = urlsToGo(row, same);
        if (urls.length > 0) newer.push({ row, urls, isGone: urls.length === urlsOf(row).length });
      }
      count += await drop(ports, job, newer);
      if (signal.aborted) return count;
    }
  } finally {
    await dumped.return(undefined);
  }
  for await (const groups of pagesOf(ports, job, 'groups')) {
    for (const group of groups) await disband(ports, job, group);
    if (signal.aborted) break;
  }
  return count;
}

/** The URLs of a record that do not lead to it in the dump. */
function urlsToGo(here: RecordRow, dumped: RecordRow | undefined): readonly CanonicalUrl[] {
  const kept = new Set(dumped === undefined ? [] : urlsOf(dumped));
  return urlsOf(here).filter((url) => !kept.has(url));
}

/** Records of the dump. */
async function* recordsIn(source: DumpSource, job: string): AsyncGenerator<RecordRow, undefined, undefined> {
  for (const part of partsOf(source, job, ['rows']))
    for await (const { head, blobs } of source.entries(part))
      if (head.kind === 'rows' && head.job === job && head.of === 'records')
        yield* JSON.parse(unpackText(blobs[0])) as readonly RecordRow[];
  return undefined;
}

async function* pagesOf<K extends BackupKind>(
  { backup }: LoadPorts,
  job: string,
  kind: K,
): AsyncGenerator<readonly BackupRows[K][]> {
  let cursor: string | undefined;
  do {
    const page = await backup.rows(job, kind, rowsAtOnce, cursor);
    yield page.rows;
    cursor = page.cursor;
  } while (cursor !== undefined);
}

/** Takes URLs out of their records. @returns the records that are gone with them */
async function drop(ports: LoadPorts, job: string, rows: readonly Newer[]): Promise<number> {
  const gone = rows.filter(({ isGone }) => isGone);
  if (gone.length > 0) {
    const name = batchName(ports.clock.now(), ports.entropy.id());
    await ports.changes.put(job, name, deletionsOf(job, gone, ports.clock.now()));
  }
  await sideBySide(rows, atOnce, async ({ row: { entry }, urls }) => {
    for (const url of urls) await ports.records.remove(job, entry.md5, url);
  });
  return gone.length;
}

/** The lines of a turn stand together. */
function deletionsOf(job: string, gone: readonly Newer[], at: number): readonly string[] {
  const turns = Map.groupBy(gone, ({ row: { entry } }) => `${entry.change.host} ${entry.change.turn}`);
  return [...turns.values()].flatMap((some) =>
    some.map(({ row: { entry }, urls }, ordinal) => {
      const place = { job, host: entry.change.host as HostName, turn: entry.change.turn, ordinal };
      const removal = { md5: entry.md5, url: urls[0] as CanonicalUrl, cause, at };
      return JSON.stringify(deletion(place, removal, entry.revision + urls.length));
    }),
  );
}

async function disband(
  { nearDuplicates }: LoadPorts,
  job: string,
  group: BackupRows['groups'],
): Promise<void> {
  for (const { md5 } of [...group.members, group.representative])
    await nearDuplicates.leave(job, group, md5 as Md5, false);
}
