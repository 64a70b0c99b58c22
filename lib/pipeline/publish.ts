import { gunzipSync } from 'node:zlib';
import { type ChangePlace, deletion, departure, pageChange } from '../domain/change-line.ts';
import type { WrittenContent } from '../domain/document/written-content.ts';
import { WinnowError } from '../domain/error.ts';
import { type Outbox, type OutboxPage, type OutboxRemoval, tells } from '../domain/outbox.ts';
import { settingsFor } from '../domain/overrides.ts';
import { withoutPlugins as topicWithoutPlugins } from '../domain/plugin/plugin-settings.ts';
import type { ChangeLine } from '../domain/record.ts';
import type { JobSettings } from '../domain/settings.ts';
import type { HostKey } from '../ports/hosts.ts';
import type { Ports } from '../ports/ports.ts';
import type { ReadRequest } from '../ports/web.ts';
import { changeLineOf } from './change-line-of.ts';
import { scoresLinks } from './prospect.ts';
import { recordDraft } from './record-draft.ts';
import { topicToRead } from './topic-model.ts';

/** URLs that a change line lists of a record that several lead to; the register has them all. */
export const maxUrls = 100;

export interface Publishing {
  readonly ports: Ports;
  readonly key: HostKey;
  readonly turn: number;
  readonly settings: JobSettings;
  /** The contents of the outbox's pages by their place in it, where this worker still has them. */
  readonly contents: ReadonlyMap<number, WrittenContent>;
}

/**
 * Tells the world what a committed turn did, and tidies up behind it: removes URLs from records, puts the changes
 * object, deletes what the turn took in or no longer needs. Every step is idempotent.
 */
export async function publish(publishing: Publishing, outbox: Outbox): Promise<void> {
  const { ports, key, turn } = publishing;
  const lines = await pageLines(publishing, outbox);
  if (lines !== 'published') {
    const all = [...lines, ...(await removalLines(publishing, outbox, lines.length))];
    // Also without lines: the next object names this one as its predecessor.
    if (tells(outbox)) await ports.changes.put(key.job, key.host, turn, all);
    await revise(publishing, outbox, lines);
  }
  if (outbox.inbox.length > 0) await ports.hosts.deleteInbox(key, outbox.inbox);
  if (outbox.spent.length > 0) await ports.segments.delete(key, outbox.spent);
  if (outbox.staged !== undefined) await ports.staged.delete(key.job, outbox.staged);
}

/**
 * The lines of the pages, staged or made now. Staged ones are deleted only after the changes object was put: where they
 * are gone and it is there, all is done.
 */
async function pageLines(publishing: Publishing, outbox: Outbox): Promise<readonly string[] | 'published'> {
  const { ports, key, turn } = publishing;
  if (outbox.staged === undefined) {
    return await pageLinesOf(publishing, outbox.pages, outbox.previous);
  }
  const staged = await ports.staged.read(key.job, outbox.staged);
  if (staged) return staged;
  if (await ports.changes.read(key.job, key.host, turn)) return 'published';
  throw new WinnowError(
    'corrupt',
    `the changes of turn ${turn} of ${key.host} were staged as ${outbox.staged}, which is not there`,
  );
}

/** Points the register to the new lines of records whose verdict alone changed. */
async function revise(
  { ports, key, turn }: Publishing,
  outbox: Outbox,
  lines: readonly string[],
): Promise<void> {
  for (const [ordinal, { revises, document, depth }] of outbox.pages.entries()) {
    if (!revises) continue;
    const { record, url } = JSON.parse(lines[ordinal] as string) as ChangeLine &
      Pick<Required<ChangeLine>, 'record'>;
    const known = await ports.records.record(key.job, record.md5);
    if (known?.firstUrl !== url) continue;
    const change = { host: key.host, turn, ordinal };
    const draft = recordDraft({ ...record, targetsDigest: known.targets }, record, {
      change,
      ...(document === undefined ? {} : { document }),
    });
    await ports.records.add(key.job, draft, { url, at: record.firstSeen, depth });
  }
}

/** Takes URLs off their records; a line for each record that none leads to any more, or other URLs still do. */
async function removalLines(
  publishing: Publishing,
  { removals, previous }: Outbox,
  firstOrdinal: number,
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const removal of removals) {
    const place = placeOf(publishing, firstOrdinal + lines.length, previous);
    const line = await remove(publishing, removal, place);
    if (line !== undefined) lines.push(JSON.stringify(line));
  }
  return lines;
}

/** Undefined when the record's last line is not there yet: whoever puts that tells of the URLs that there are then. */
async function remove(
  { ports, key }: Publishing,
  removal: OutboxRemoval,
  place: ChangePlace,
): Promise<ChangeLine | undefined> {
  const { md5, url } = removal;
  const { empty, revision } = await ports.records.remove(key.job, md5, url);
  if (empty) return deletion(place, removal, revision);
  const entry = await ports.records.record(key.job, md5);
  const line = entry && (await changeLineOf(ports, key.job, entry));
  if (line?.record === undefined) return undefined;
  const urls = await ports.records.urls(key.job, md5, maxUrls);
  return departure(place, removal, revision, { line, record: line.record, urls });
}

/** The change lines of a turn's pages, from what this worker still holds or from the raw documents. */
export function pageLinesOf(
  publishing: Publishing,
  pages: readonly OutboxPage[],
  previous: number | undefined,
): Promise<readonly string[]> {
  const { ports, key, contents } = publishing;
  const lines = pages.map(async (page, ordinal) => {
    const content = contents.get(ordinal) ?? (await readAgain(publishing, page));
    const urls =
      page.change === 'created' ? [page.response.url] : await ports.records.urls(key.job, page.md5, maxUrls);
    return pageChange(placeOf(publishing, ordinal, previous), page, content, urls);
  });
  return Promise.all(lines);
}

function placeOf({ key, turn }: Publishing, ordinal: number, previous: number | undefined): ChangePlace {
  return { ...key, turn, ordinal, ...(previous === undefined ? {} : { previous }) };
}

/** After a crash: the same bytes give the same content; without the word of plug-ins where those fail now. */
async function readAgain(publishing: Publishing, page: OutboxPage): Promise<WrittenContent> {
  const { ports, settings } = publishing;
  const { linkHeader } = page.response;
  const gzip = page.document === undefined ? undefined : await ports.documents.read(page.document);
  if (!gzip) {
    throw new WinnowError('corrupt', `the raw document of ${page.response.url} (${page.md5}) is not there`);
  }
  const { analysers } = settings;
  const request = {
    url: page.response.url,
    body: new Uint8Array(gunzipSync(gzip)),
    contentType: page.response.contentType,
    ...(linkHeader === undefined ? {} : { linkHeader }),
    urlSettings: settings.url,
    links: settings.links,
    ...(await topicToRead(ports.models, settings.topic)),
    ...(analysers === undefined ? {} : { analysers }),
    scoreLinks: scoresLinks(settings),
    extract: settingsFor(settings, page.response.url).extract,
    product: settings.identity.product,
  };
  const first = await ports.reader.read(request);
  const read = first.kind === 'undecided' ? await ports.reader.read(withoutPlugins(request)) : first;
  if (read.kind === 'page') return read.content;
  throw new WinnowError(
    'corrupt',
    `the raw document of ${page.response.url} (${page.md5}) cannot be read again`,
  );
}

function withoutPlugins({ analysers: _, topic, ...request }: ReadRequest): ReadRequest {
  const others = topicWithoutPlugins(topic);
  return others === undefined ? request : { ...request, topic: others };
}
