import { defined } from '../../base/defined.ts';
import { faultOf, isOutage, WinnowError } from '../../base/error.ts';
import { formatCount } from '../../base/quantity.ts';
import type { PageRecord } from '../../domain/collection/record.ts';
import type { BundlesPlace } from '../../pipeline/collection/each-bundle.ts';
import { isFiltering, type RecordFilter } from '../../pipeline/collection/record-filter.ts';
import { type ConsumerAccount, ToldSoFar } from '../../pipeline/feed/account.ts';
import { ChangedRecords, presentIn } from '../../pipeline/feed/changed-records.ts';
import type { Outgoing, RecordChange } from '../../pipeline/feed/outgoing.ts';
import { type FeedObject, readFeed } from '../../pipeline/feed/read-feed.ts';
import type { Made } from '../../pipeline/operation/made.ts';
import type { AskedBy } from '../../pipeline/operation/operation.ts';
import type { JobPlace } from '../../pipeline/operation/place.ts';
import type { ChangesObject } from '../../ports/changes.ts';
import { answersBeside } from './answers-beside.ts';
import { type ExportCounts, type ExportMark, keepTold, readConsumer } from './consumer.ts';
import type { ExportName } from './export-names.ts';
import { ExportedUrls } from './exported-urls.ts';
import { type ExportFormat, type FormatOptions, type FormatWriter, memoryScratch } from './format.ts';
import { exportFormats } from './formats.ts';
import { Inlinks } from './inlinks.ts';
import { type IsExported, wantedOf } from './wanted.ts';

export interface ExportQuestion extends RecordFilter, FormatOptions {
  readonly to: ExportName;
  readonly number?: number;
  readonly md5?: readonly string[];
  readonly recordid?: readonly string[];
  readonly incremental?: string;
  readonly noinlinks: boolean;
}

/** What is told to nobody in particular needs no account. */
const nothing: ConsumerAccount = { since: 0, seen: [] };
const partBytes = 8_000_000;
/** Records between two looks at how far it has come. */
const progressEvery = 200;

interface AskedForRecords extends Pick<AskedBy, 'signal' | 'resume' | 'scratch'> {
  /** Whether whoever asks needs a mark soon. Absent: marks come as they do. */
  readonly wantsMark?: () => boolean;
}

/** Hands out the records of a job in a format: all that match, or what became of them since a consumer's last export. */
export async function* exportRecords(
  place: JobPlace,
  question: ExportQuestion,
  asked: AskedForRecords,
): AsyncGenerator<Made> {
  const { ports, of } = place;
  const { incremental } = question;
  const job = of.name;
  const mark = asked.resume as ExportMark | undefined;
  const consumer = incremental === undefined ? { version: 0 } : await readConsumer(ports, job, incremental);
  // Its consumer was told something else meanwhile: what was begun is no part of that.
  const from = mark?.version === consumer.version ? mark : undefined;
  if (mark !== undefined && from === undefined)
    throw new WinnowError('locked', `another export to ${incremental} ended meanwhile: begin this one anew`);
  const at = from?.at ?? ports.clock.now();
  const format = exportFormats[question.to];
  const isWanted = await wantedOf(place, question, at);
  const urls = question.relativeLinks ? await urlsOf(place, question, isWanted) : undefined;
  const scratch = asked.scratch ?? memoryScratch();
  const inlinks = format.hasInlinks && !question.noinlinks ? new Inlinks(scratch) : undefined;
  if (inlinks) yield* inlinks.gather(place, isWanted, asked.signal);
  const plan = {
    ...{ job, at, options: question, isUpdate: consumer.told !== undefined },
    ...{ scratch, partBytes },
    nameOf: (url: string) => urls?.nameOf(url),
    ...(inlinks && { inlinksTo: (record: PageRecord) => inlinks.to(record) }),
  };
  const writer = format.open(plan, from?.writer);
  if (from === undefined) yield* writer.begin();
  const run = new Run(place, format, { writer, isWanted, counts: from?.counts, most: question.number });
  const told = new ToldSoFar(consumer.told, from?.told);
  const late = at - clocksDifferBy(place);
  const changed = consumer.told && new ChangedRecords(ports, job, late, consumer.told.isLoaded);
  const since = consumer.told?.since ?? 0;
  const isNew = (object: ChangesObject): boolean => !told.has(object);
  if (from !== undefined) await changed?.carryOn(readFeed(ports, job, { since }, isNew), from.place);
  const read = { since, ...defined({ from: from?.place }) };
  const total = await totalOf(place, consumer.told === undefined, asked.signal);
  let shown = 0;
  let reached = from?.place ?? { taken: 0 };
  const markOf = (state: object, beside?: BundlesPlace): ExportMark => ({
    ...{ at, place: reached, told: incremental === undefined ? nothing : told.told() },
    ...{ counts: run.counts, writer: state, version: consumer.version, ...defined({ beside }) },
  });
  for await (const found of readFeed(ports, job, read, isNew)) {
    if (asked.signal.aborted) throw new WinnowError('unavailable', 'the export was interrupted');
    yield* changed === undefined ? run.present(found) : run.changed(found, changed);
    told.add(found.object);
    reached = found.place;
    if (asked.wantsMark?.()) yield* writer.settle?.() ?? [];
    const state = writer.state();
    if (state !== undefined) yield { mark: markOf(state) };
    if (run.seen - shown >= progressEvery) {
      shown = run.seen;
      yield { progress: { done: run.seen, ...defined({ of: total }) } };
    }
    if (run.isFull) break;
  }
  if (isWhole(question))
    for await (const found of answersBeside(place, writer, { since: read.since, from: from?.beside })) {
      if (asked.signal.aborted) throw new WinnowError('unavailable', 'the export was interrupted');
      yield* found.made;
      if (found.place && asked.wantsMark?.()) yield* writer.settle?.() ?? [];
      const state = found.place && writer.state();
      if (state !== undefined) yield { mark: markOf(state, found.place) };
    }
  yield* writer.end();
  yield* run.said();
  if (inlinks) yield* inlinks.said();
  yield { made: run.counts };
  if (incremental !== undefined)
    await keepTold(ports, { job, name: incremental, version: consumer.version }, told.told());
}

/** Whether an export has all pages: then also what answered in place of a page. */
function isWhole(question: ExportQuestion): boolean {
  const { number, md5, recordid } = question;
  return !isFiltering(question) && number === undefined && md5 === undefined && recordid === undefined;
}

/** The URLs of the pages that an export has: found before the first of them is written. */
async function urlsOf(
  { ports, of }: JobPlace,
  question: ExportQuestion,
  isWanted: IsExported,
): Promise<ExportedUrls> {
  const urls = new ExportedUrls();
  let left = question.number ?? Number.POSITIVE_INFINITY;
  for await (const found of readFeed(ports, of.name, { since: 0 })) {
    for (const { line } of await presentIn(ports, of.name, found)) {
      if (!isWanted(line.record) || left <= 0) continue;
      left -= 1;
      urls.add(line.record.urls);
    }
  }
  return urls;
}

/** AWS accepts requests of signers whose clocks are wrong by 15 minutes at most. */
function clocksDifferBy({ access }: Pick<JobPlace, 'access'>): number {
  return access === undefined ? 900_000 : 0;
}

/** How many records there are, where that is known at once; of changes nobody knows. */
async function totalOf(place: JobPlace, isAll: boolean, signal: AbortSignal): Promise<number | undefined> {
  const isHere = place.access !== undefined;
  return isAll && isHere ? await place.ports.records.count(place.of.name, signal) : undefined;
}

/** One export under way. */
class Run {
  readonly #place: JobPlace;
  readonly #format: ExportFormat;
  readonly #writer: FormatWriter;
  readonly #isWanted: IsExported;
  readonly #most: number;
  #counts: ExportCounts;
  #fault: string | undefined;
  /** Records that were looked at. */
  seen = 0;

  constructor(
    place: JobPlace,
    format: ExportFormat,
    run: {
      readonly writer: FormatWriter;
      readonly isWanted: IsExported;
      readonly counts: ExportCounts | undefined;
      readonly most: number | undefined;
    },
  ) {
    this.#place = place;
    this.#format = format;
    this.#writer = run.writer;
    this.#isWanted = run.isWanted;
    this.#most = run.most ?? Number.POSITIVE_INFINITY;
    this.#counts = run.counts ?? { records: 0, deleted: 0, undocumented: 0, missing: 0 };
  }

  get counts(): ExportCounts {
    return this.#counts;
  }

  get isFull(): boolean {
    return this.#counts.records >= this.#most;
  }

  /** The records of an object, in a first export. */
  async *present(found: FeedObject): AsyncGenerator<Made> {
    const all = await presentIn(this.#place.ports, this.#place.of.name, found);
    this.seen += all.length;
    yield* this.#hand(all.filter(({ line }) => this.#isWanted(line.record)));
  }

  async *changed(found: FeedObject, records: ChangedRecords): AsyncGenerator<Made> {
    const { changes, missing } = await records.in(found);
    this.seen += changes.length;
    this.#count({ missing });
    yield* this.#hand(changes.flatMap((change) => this.#asWanted(change)));
  }

  /** A record that is wanted no more is one that is gone. */
  #asWanted(change: RecordChange): readonly RecordChange[] {
    if ('gone' in change || this.#isWanted(change.line.record)) return [change];
    if (change.change === 'created') return [];
    const { md5, url, at, host, job } = change.line;
    return [{ gone: { md5, url, at, host, job } }];
  }

  async *#hand(changes: readonly RecordChange[]): AsyncGenerator<Made> {
    for (let at = 0; at < changes.length && !this.isFull; at += documentsAtOnce) {
      const some = await Promise.all(
        changes.slice(at, at + documentsAtOnce).map(async (one) => await this.#withDocument(one)),
      );
      for (const one of some) {
        if (this.isFull) return;
        if ('gone' in one) {
          this.#count({ deleted: 1 });
          yield* this.#writer.remove(one.gone);
        } else yield* this.#add(one);
      }
    }
  }

  async #withDocument(one: RecordChange): Promise<RecordChange> {
    if (this.#format.documents === undefined || 'gone' in one || one.line.document === undefined) return one;
    const document = await this.#place.ports.documents.read(one.line.document);
    return document === undefined || document.length === 0 ? one : { ...one, document };
  }

  #add(one: Outgoing): readonly Made[] {
    const isOnly = this.#format.documents === 'only';
    if (isOnly && one.document === undefined) {
      this.#count({ undocumented: 1 });
      return [];
    }
    try {
      const made = this.#writer.add(one);
      this.#count({ records: 1 });
      return made;
    } catch (error) {
      if (isOutage(error) || one.document === undefined || !isDamage(error)) throw error;
      this.#fault ??= `${one.line.record.finalUrl}: ${faultOf(error)}`;
      this.#count({ undocumented: 1 });
      if (isOnly) return [];
      const { document: _, ...rest } = one;
      this.#count({ records: 1 });
      return this.#writer.add(rest);
    }
  }

  #count(more: Partial<ExportCounts>): void {
    const { records = 0, deleted = 0, undocumented = 0, missing = 0 } = more;
    const now = this.#counts;
    this.#counts = {
      records: now.records + records,
      deleted: now.deleted + deleted,
      undocumented: now.undocumented + undocumented,
      missing: now.missing + missing,
    };
  }

  /** What is not as whoever asked may think. */
  *said(): Generator<Made> {
    const { undocumented, missing } = this.#counts;
    if (undocumented > 0)
      yield said(
        'documents-missing',
        `${formatCount(undocumented, 'record')} without a raw document: \`documents.keep\` keeps those of later visits${this.#fault === undefined ? '' : ` (${this.#fault})`}`,
      );
    if (missing > 0)
      yield said(
        'records-missing',
        `${formatCount(missing, 'record')} left out, whose changes objects were deleted ('winnow sanity' lists these)`,
      );
  }
}

const documentsAtOnce = 8;

const isDamage = (error: unknown): boolean => error instanceof WinnowError && error.code === 'corrupt';

function said(code: string, words: string): Made {
  return { said: { code, text: words } };
}
