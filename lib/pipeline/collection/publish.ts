import { defined } from '../../base/defined.ts';
import { jsonLine } from '../../base/json-line.ts';
import type { Line } from '../../base/line.ts';
import { type ChangePlace, deletion, departure, pageChange } from '../../domain/collection/change-line.ts';
import type { Outbox, OutboxRemoval } from '../../domain/collection/outbox.ts';
import type { ChangeLine } from '../../domain/collection/record.ts';
import type { StoredContent } from '../../domain/reading/written-content.ts';
import type { HostControl } from '../../ports/hosts.ts';
import { deliver } from '../frontier/deliver.ts';
import { putOwnChanges, type TurnsLines } from '../turn/changes-batch.ts';
import { mailId } from '../turn/departures.ts';
import { maxUrls, type Publishing } from '../turn/publishing.ts';
import { changeLineOf } from './change-line-of.ts';
import { committedContents } from './committed-contents.ts';
import { type Placed, reviseRecords, writeRecords } from './write-records.ts';

/**
 * Publishes a committed turn and cleans up: adds URLs to records and removes them, puts the lines into a changes object,
 * delivers messages to other hosts, and deletes what the turn took in or no longer needs. Every step is idempotent.
 * @returns the last lines of the host, if this turn or another worker has published any; the control has to name them
 */
export async function publish(
  publishing: Publishing,
  outbox: Outbox,
): Promise<HostControl['told'] | undefined> {
  const { ports, key } = publishing;
  const contents = await committedContents(publishing, outbox);
  const told = 'isPublished' in contents ? contents.told : await publishLines(publishing, outbox, contents);
  for (const one of publishing.publishers) await one.published?.(publishing, outbox);
  // Delivered before the inbox items and segments that they came from are deleted.
  for (const [ordinal, { host, message }] of (outbox.mail ?? []).entries())
    await deliver(ports, { job: key.job, host }, { id: mailId(publishing, ordinal), message });
  if (outbox.inbox.length > 0) await ports.hosts.deleteInbox(key, outbox.inbox);
  if (outbox.spent.length > 0) await ports.segments.delete(key, outbox.spent);
  return told;
}

async function publishLines(
  publishing: Publishing,
  outbox: Outbox,
  contents: readonly StoredContent[],
): Promise<HostControl['told'] | undefined> {
  const { ports, key, turn, share } = publishing;
  if (outbox.object === undefined) {
    share?.leave();
    return undefined;
  }
  const lines: TurnsLines = {
    ...{ ...key, turn },
    write: (object) => linesOf({ ...publishing, object }, outbox, contents),
  };
  const object =
    share === undefined ? await putOwnChanges(ports, outbox.object, lines) : await share.put(lines);
  if (object === undefined) return undefined;
  await reviseRecords({ ...publishing, object }, outbox.pages, contents);
  return { turn, object };
}

/** Enters a turn into the register. @returns its change lines */
async function linesOf(
  publishing: Placed,
  outbox: Outbox,
  contents: readonly StoredContent[],
): Promise<readonly Line[]> {
  const { pages } = outbox;
  const registered = await writeRecords(publishing, pages, contents);
  const placeOf = placesIn(publishing, outbox);
  const lines: Line[] = pages.map((page, ordinal) =>
    pageChange(placeOf(ordinal), page, contents[ordinal] as StoredContent, registered[ordinal]),
  );
  // After the pages: a record that a page of this turn leads to must not leave the collection in between.
  for (const removal of outbox.removals) {
    const line = await remove(publishing, removal, placeOf(lines.length));
    if (line !== undefined) lines.push(jsonLine(JSON.stringify(line)));
  }
  return lines;
}

/** Undefined when the record's last line is not stored yet: the turn that puts it will have the present URLs. */
async function remove(
  publishing: Publishing,
  removal: OutboxRemoval,
  place: ChangePlace,
): Promise<ChangeLine | undefined> {
  const { ports, key, publishers } = publishing;
  const { md5, url } = removal;
  const left = await ports.records.remove(key.job, md5, url);
  const { empty, revision } = left;
  if (empty) {
    for (const one of publishers) await one.emptied?.(publishing, removal, left);
    return deletion(place, removal, revision);
  }
  const entry = await ports.records.record(key.job, md5);
  const line = entry && (await changeLineOf(ports, key.job, entry));
  if (line?.record === undefined) return undefined;
  const urls = await ports.records.urls(key.job, md5, maxUrls);
  return departure(place, removal, revision, { line, record: line.record, urls });
}

/** The names of a turn's change lines, by ordinal. */
function placesIn({ ports, key, turn }: Publishing, outbox: Outbox): (ordinal: number) => ChangePlace {
  const before = outbox.previous;
  const object = before?.object && ports.changes.key(key.job, before.object);
  const previous = before && { turn: before.turn, ...defined({ object }) };
  return (ordinal) => ({ ...key, turn, ordinal, ...defined({ previous }) });
}
