import { defined } from '../../base/defined.ts';
import { isOutage, WinnowError } from '../../base/error.ts';
import type { Md5 } from '../../base/page/page-content.ts';
import { readStoredObject } from '../../base/stored-json.ts';
import { placesOf } from '../../domain/collection/changes-name.ts';
import type { ChangeLine } from '../../domain/collection/record.ts';
import { shortName } from '../../domain/collection/short-name.ts';
import { lineOf } from '../../pipeline/collection/change-line-of.ts';
import { currentIn, presentOf } from '../../pipeline/feed/current-lines.ts';
import type { Outgoing, RecordChange } from '../../pipeline/feed/outgoing.ts';
import { type FeedObject, type FeedPlace, readFeed } from '../../pipeline/feed/read-feed.ts';
import type { JobPlace } from '../../pipeline/operation/place.ts';
import type { RecordEntry } from '../../ports/records.ts';
import { datestampOf, isTold, sinceOf } from './datestamps.ts';
import { type MetadataPrefix, metadataFormats } from './formats/oai.ts';
import { isInSet, type RecordSets, recordSets } from './record-sets.ts';

/** A record as a repository tells of it. */
export interface RepositoryItem {
  readonly md5: string;
  /** Epoch seconds. */
  readonly datestamp: number;
  readonly sets: readonly string[];
  readonly isDeleted?: true;
  /** Absent in lists without it, and of what is deleted. */
  readonly metadata?: string;
}

/** Where a list goes on: at a line of the object behind a place of the feed. */
export interface RepositoryPlace extends FeedPlace {
  readonly line: number;
  /** The object, in short. */
  readonly object: string;
  /** Only that line waits there: more may come from here on. */
  readonly beyond?: FeedPlace;
}

export interface ListQuery {
  /** Absent: without metadata. */
  readonly prefix?: MetadataPrefix;
  /** Epoch seconds, both included. */
  readonly from?: number;
  readonly until?: number;
  readonly set?: string;
  readonly place?: RepositoryPlace;
  readonly limit: number;
}

export interface ListPage {
  readonly items: readonly RepositoryItem[];
  /** Where more may come from; absent: that is all. Without items: they are further on. */
  readonly next?: RepositoryPlace;
}

/** Metadata of a page; one record comes whatever its size. */
const pageBytes = 1_000_000;
/** So long a page is looked for: of a set that few records are in, a client asks again further on. */
const pageMs = 10_000;

/** A page of the records that changed last in a time, by the order in which they changed. */
export async function listRecords(place: JobPlace, query: ListQuery, signal: AbortSignal): Promise<ListPage> {
  const { ports, of } = place;
  const page = new Page(place, query, await recordSets(place));
  const until = ports.clock.monotonic() + pageMs;
  const now = ports.clock.now();
  const isWanted = ({ at }: { readonly at: number }): boolean => {
    const datestamp = datestampOf(at);
    return isTold(at, now) && datestamp >= (query.from ?? 0) && datestamp <= (query.until ?? datestamp);
  };
  const from = (begin: FeedPlace | undefined) =>
    readFeed(ports, of.name, { since: sinceOf(query.from), ...defined({ from: begin }) }, isWanted);
  const { beyond } = query.place ?? {};
  if (beyond !== undefined) await page.takeKept((await from(query.place).next()).value);
  let objects = 0;
  for await (const found of from(beyond ?? query.place)) {
    await leaveRoom(ports, signal);
    // Each page comes further, however slow it is.
    if (objects > 0 && ports.clock.monotonic() > until) return page.soFar(placeOf(found, 0));
    const next = await page.take(found);
    if (next !== undefined) return page.upTo(next);
    objects += 1;
  }
  return await page.whole();
}

/** Lets others be answered: stored objects are read without waiting. @throws WinnowError `unavailable` when nobody waits any more */
async function leaveRoom({ clock }: JobPlace['ports'], signal: AbortSignal): Promise<void> {
  await clock.sleep(0);
  if (signal.aborted) throw new WinnowError('unavailable', 'the client is gone');
}

const placeOf = ({ object, place }: FeedObject, line: number): RepositoryPlace => ({
  ...{ ...place, taken: place.taken - 1, line, object: shortName(object.name) },
});

/** A page under way. */
class Page {
  readonly #place: JobPlace;
  readonly #query: ListQuery;
  readonly #sets: RecordSets;
  readonly #items: RepositoryItem[] = [];
  #bytes = 0;
  #isFirst = true;
  /** What the place of an earlier page is about. */
  #promised: { readonly line: ChangeLine; readonly at: number } | undefined;
  #last: RepositoryPlace | undefined;

  constructor(place: JobPlace, query: ListQuery, sets: RecordSets) {
    this.#place = place;
    this.#query = query;
    this.#sets = sets;
  }

  /** Takes the record that an earlier page kept back, if no later line tells of it. */
  async takeKept(found: FeedObject | undefined): Promise<void> {
    const { ports, of } = this.#place;
    const kept = found && this.#beginIn(found);
    if (found === undefined || this.#promised === undefined) return;
    for (const { ordinal, change } of await currentIn(ports, of.name, found))
      if (ordinal === kept && this.#isAsked(change)) await this.#add(change, found, ordinal);
  }

  /** @returns the place of the first record that the page has no room for */
  async take(found: FeedObject): Promise<RepositoryPlace | undefined> {
    const { ports, of } = this.#place;
    const isBegin = this.#isFirst && this.#query.place?.beyond === undefined;
    const begin = isBegin ? this.#beginIn(found) : 0;
    this.#isFirst = false;
    for (const { ordinal, change } of await currentIn(ports, of.name, found)) {
      if (ordinal < begin || !this.#isAsked(change)) continue;
      if (this.#items.length >= this.#query.limit || this.#bytes >= pageBytes) return placeOf(found, ordinal);
      await this.#add(change, found, ordinal);
    }
    return undefined;
  }

  upTo(next: RepositoryPlace): ListPage {
    return { items: this.#items, next };
  }

  /** Keeps the last record back for the next page, which may find none: no list ends with an empty page. */
  soFar({ cursor, taken }: RepositoryPlace): ListPage {
    const last = this.#last ?? this.#query.place;
    const kept = this.#items.length > 0 || this.#promised !== undefined ? last : undefined;
    const beyond = { taken, ...defined({ cursor }) };
    if (kept === undefined) return this.upTo({ ...beyond, line: 0, object: '-' });
    return { items: this.#items.slice(0, -1), next: { ...kept, beyond } };
  }

  /** What was promised and has changed meanwhile comes here as it is now: no page is empty. */
  async whole(): Promise<ListPage> {
    if (this.#items.length === 0 && this.#promised !== undefined) {
      const { ports, of } = this.#place;
      const present = await presentOf(ports, of.name, this.#promised.line);
      if (present !== undefined && this.#isAsked(present))
        this.#items.push(await this.#itemOf(present, this.#promised.at));
    }
    return { items: this.#items };
  }

  #beginIn({ object, lines = [] }: FeedObject): number {
    const { place } = this.#query;
    if (place === undefined || place.object !== shortName(object.name)) return 0;
    const line = readStoredObject<ChangeLine>(lines[place.line] ?? '');
    if (line !== undefined) this.#promised = { line, at: object.at };
    return place.line;
  }

  #isAsked(change: RecordChange): boolean {
    const { set } = this.#query;
    // Nobody knows any more which sets a deleted record was in.
    if (set === undefined || 'gone' in change) return true;
    return setsOf(this.#sets, change.line).some((spec) => isInSet(spec, set));
  }

  async #add(change: RecordChange, found: FeedObject, ordinal: number): Promise<void> {
    const item = await this.#itemOf(change, found.object.at);
    this.#items.push(item);
    this.#last = placeOf(found, ordinal);
    this.#bytes += item.metadata?.length ?? 0;
  }

  async #itemOf(change: RecordChange, at: number): Promise<RepositoryItem> {
    return await itemOf(this.#place, change, { at, sets: this.#sets, prefix: this.#query.prefix });
  }
}

function setsOf(sets: RecordSets, { record }: Outgoing['line']): readonly string[] {
  return sets.of(record.topic?.classes.map(({ id }) => id) ?? []);
}

interface Telling {
  readonly at: number;
  readonly sets: RecordSets;
  readonly prefix: MetadataPrefix | undefined;
}

async function itemOf(place: JobPlace, change: RecordChange, telling: Telling): Promise<RepositoryItem> {
  const { at, sets, prefix } = telling;
  const datestamp = datestampOf(at);
  if ('gone' in change) return { md5: change.gone.md5, datestamp, sets: [], isDeleted: true };
  const { line } = change;
  const metadata = prefix && (await metadataOf(place, change, prefix));
  return { md5: line.md5, datestamp, sets: setsOf(sets, line), ...defined({ metadata }) };
}

async function metadataOf({ ports }: JobPlace, one: Outgoing, prefix: MetadataPrefix): Promise<string> {
  const format = metadataFormats[prefix];
  const name = format.wantsDocuments ? one.line.document : undefined;
  if (name === undefined) return format.write(one);
  try {
    const document = await ports.documents.read(name);
    return format.write({ ...one, ...defined({ document }) });
  } catch (error) {
    if (isOutage(error) || !(error instanceof WinnowError && error.code === 'corrupt')) throw error;
    return format.write(one);
  }
}

/**
 * One record; undefined: there was never one, or its text is not published yet.
 * @throws WinnowError `unavailable` for a deleted one whose deletion is not found in time
 */
export async function readRecord(
  place: JobPlace,
  md5: string,
  prefix: MetadataPrefix | undefined,
  signal: AbortSignal,
): Promise<RepositoryItem | undefined> {
  const { ports, of } = place;
  const entry = await ports.records.record(of.name, md5 as Md5);
  const found =
    entry === undefined ? await findDeletion(place, md5, signal) : await findText(place, entry, signal);
  if (found === undefined) return undefined;
  return await itemOf(place, found.change, { at: found.at, sets: await recordSets(place), prefix });
}

interface Found {
  readonly change: RecordChange;
  readonly at: number;
}

/** Clocks of workers and of the store differ by less, ms. */
const marginMs = 1_200_000;

/** When a changes object was begun, epoch ms, as its name says; 0: it does not. */
const begunAt = (name: string): number => Number(/^~(\d{13})-/.exec(name)?.[1] ?? 0);

/** A record at its last change, as far as that is found in time; else at its text. */
async function findText(
  place: JobPlace,
  entry: RecordEntry,
  signal: AbortSignal,
): Promise<Found | undefined> {
  const { ports, of } = place;
  const names: readonly string[] = placesOf(entry.change);
  // Where a clock was wrong, the name does not say when.
  for (const since of [Math.max(0, begunAt(entry.change.object) - marginMs), 0])
    for await (const found of readFeed(ports, of.name, { since }, ({ name }) => names.includes(name))) {
      const text = lineOf(entry, found.lines);
      const change = text && (await presentOf(ports, of.name, text));
      if (change === undefined) continue;
      const { at } = found.object;
      if (text?.revision === entry.revision) return { change, at };
      return (await findLine(place, entry.md5, { since: at, isLate: () => true, signal })) ?? { change, at };
    }
  return undefined;
}

async function findDeletion(place: JobPlace, md5: string, signal: AbortSignal): Promise<Found | undefined> {
  const revision = await place.ports.records.revision(place.of.name, md5 as Md5);
  if (revision === 0) return undefined;
  return await findLine(place, md5, {
    ...{ since: 0, signal },
    isLate() {
      throw new WinnowError('unavailable', `the deletion of ${md5} is far back: a list of records has it`);
    },
  });
}

/** The last line of a record behind a time: it is looked for as long as a page. */
async function findLine(
  { ports, of }: JobPlace,
  md5: string,
  { since, isLate, signal }: { readonly since: number; isLate(): boolean; readonly signal: AbortSignal },
): Promise<Found | undefined> {
  const until = ports.clock.monotonic() + pageMs;
  let last: Found | undefined;
  for await (const found of readFeed(ports, of.name, { since })) {
    await leaveRoom(ports, signal);
    if (ports.clock.monotonic() > until && isLate()) break;
    const lines = (found.lines ?? []).filter((line) => line.includes(md5));
    for (const { change } of await currentIn(ports, of.name, { ...found, lines }))
      if (('gone' in change ? change.gone.md5 : change.line.md5) === md5)
        last = { change, at: found.object.at };
  }
  return last;
}
