import { defined } from '../../domain/base/defined.ts';
import { jsonLine } from '../../domain/base/json-line.ts';
import { type ChangePlace, deletion, departure, pageChange } from '../../domain/collection/change-line.ts';
import { hasChanges, type Outbox, type OutboxRemoval } from '../../domain/collection/outbox.ts';
import type { ChangeLine } from '../../domain/collection/record.ts';
import type { WrittenContent } from '../../domain/document/written-content.ts';
import { settingsFor } from '../../domain/settings/overrides.ts';
import { deliver } from '../frontier/deliver.ts';
import { joinDropped, leaveGroup } from '../near-duplicates/leave-group.ts';
import { mailId } from '../turn/departures.ts';
import { maxUrls, type Publishing } from '../turn/publishing.ts';
import { changeLineOf } from './change-line-of.ts';
import { committedContents } from './committed-contents.ts';
import { reviseRecords, writeRecords } from './write-records.ts';

/**
 * Publishes a committed turn and cleans up: adds URLs to records and removes them, puts the changes object, delivers
 * messages to other hosts, and deletes what the turn took in or no longer needs. Every step is idempotent.
 */
export async function publish(publishing: Publishing, outbox: Outbox): Promise<void> {
  const { ports, key, turn } = publishing;
  const contents = await committedContents(publishing, outbox);
  if (contents !== 'published') {
    const { pages, previous } = outbox;
    const registered = await writeRecords(publishing, pages, contents);
    const lines = pages.map((page, ordinal) =>
      pageChange(
        placeOf(publishing, ordinal, previous),
        page,
        contents[ordinal] as WrittenContent,
        registered[ordinal],
      ),
    );
    // After the pages: a record that a page of this turn leads to must not leave the collection in between.
    const all = [...lines, ...(await removalLines(publishing, outbox, lines.length))];
    // Put even without lines: the next object names this one as its predecessor.
    if (hasChanges(outbox)) await ports.changes.put(key.job, key.host, turn, all);
    await reviseRecords(publishing, pages, contents);
  }
  for (const one of outbox.dropped ?? []) await joinDropped(ports, key.job, one);
  // Delivered before the inbox items and segments that they came from are deleted.
  for (const [ordinal, { host, message }] of (outbox.mail ?? []).entries())
    await deliver(ports, { job: key.job, host }, { id: mailId(publishing, ordinal), message });
  if (outbox.inbox.length > 0) await ports.hosts.deleteInbox(key, outbox.inbox);
  if (outbox.spent.length > 0) await ports.segments.delete(key, outbox.spent);
  if (outbox.staged !== undefined) await ports.staged.delete(key.job, outbox.staged);
}

/** Removes URLs from their records. @returns a line for each record: its deletion, or its remaining URLs */
async function removalLines(
  publishing: Publishing,
  { removals, previous }: Outbox,
  firstOrdinal: number,
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const removal of removals) {
    const place = placeOf(publishing, firstOrdinal + lines.length, previous);
    const line = await remove(publishing, removal, place);
    if (line !== undefined) lines.push(jsonLine(JSON.stringify(line)));
  }
  return lines;
}

/** Undefined when the record's last line is not stored yet: the turn that puts it will have the present URLs. */
async function remove(
  { ports, key, settings }: Publishing,
  removal: OutboxRemoval,
  place: ChangePlace,
): Promise<ChangeLine | undefined> {
  const { md5, url } = removal;
  const { empty, revision, group } = await ports.records.remove(key.job, md5, url);
  if (empty && group !== undefined) {
    const isDropped = settingsFor(settings, url).content.nearDuplicates === 'drop';
    await leaveGroup(ports, key.job, { md5, group, isDropped });
  }
  if (empty) return deletion(place, removal, revision);
  const entry = await ports.records.record(key.job, md5);
  const line = entry && (await changeLineOf(ports, key.job, entry));
  if (line?.record === undefined) return undefined;
  const urls = await ports.records.urls(key.job, md5, maxUrls);
  return departure(place, removal, revision, { line, record: line.record, urls });
}

function placeOf({ key, turn }: Publishing, ordinal: number, previous: number | undefined): ChangePlace {
  return { ...key, turn, ordinal, ...defined({ previous }) };
}
