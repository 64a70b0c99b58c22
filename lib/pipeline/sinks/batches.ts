import type { Ports } from '../../ports/ports.ts';
import { sideBySide } from '../base/side-by-side.ts';
import { changeLineOf } from '../collection/change-line-of.ts';
import { presentLine } from '../collection/present-line.ts';
import type { Filtered } from '../collection/record-filter.ts';
import { ChangedRecords } from '../feed/changed-records.ts';
import type { RecordChange } from '../feed/outgoing.ts';
import type { FeedMark, MarkedObject } from './feed-mark.ts';
import { goneOf, type RefusedChange } from './refused-changes.ts';
import type { SinkType } from './sink.ts';

type Reading = Pick<Ports, 'changes' | 'records' | 'documents'>;

/** Which changes a sink is handed. */
export interface Wanted {
  readonly kinds: ReadonlySet<string>;
  readonly matches: (record: Filtered) => boolean;
}

/** Changes that are pushed at once. */
export interface ChangeBatch {
  readonly changes: readonly RecordChange[];
  /** Behind these; absent: an object of the feed has more. */
  readonly mark?: FeedMark;
}

export interface BatchForm extends Pick<SinkType<unknown>, 'batch'> {
  readonly wanted: Wanted;
  /** Records come with their raw documents. */
  readonly hasDocuments: boolean;
}

const documentsAtOnce = 8;
/** Objects whose changes were filtered out are passed over without a push: so many at once. */
const mostObjects = 500;

/** The changes of objects of the feed, as many at once as a type of sinks takes. */
export async function* batchesOf(
  ports: Reading,
  job: string,
  objects: AsyncIterable<MarkedObject>,
  { batch, wanted, hasDocuments }: BatchForm,
): AsyncGenerator<ChangeBatch> {
  let changes: RecordChange[] = [];
  let [bytes, passed] = [0, 0];
  let mark: FeedMark | undefined;
  for await (const { found, mark: behind } of objects) {
    const all = found === undefined ? [] : await wantedIn(ports, job, found, wanted);
    passed += 1;
    for (let at = 0; at < all.length; at += documentsAtOnce) {
      for (const change of await withDocuments(ports, all.slice(at, at + documentsAtOnce), hasDocuments)) {
        const size = sizeOf(change);
        if (changes.length > 0 && (changes.length >= batch.changes || bytes + size > batch.bytes)) {
          yield mark === undefined ? { changes } : { changes, mark };
          [changes, bytes, passed, mark] = [[], 0, 0, undefined];
        }
        changes.push(change);
        bytes += size;
      }
    }
    mark = behind;
    if (changes.length >= batch.changes || passed >= mostObjects) {
      yield { changes, mark };
      [changes, bytes, passed, mark] = [[], 0, 0, undefined];
    }
  }
  if (mark !== undefined) yield { changes, mark };
}

async function wantedIn(
  ports: Reading,
  job: string,
  found: NonNullable<MarkedObject['found']>,
  wanted: Wanted,
): Promise<readonly RecordChange[]> {
  // Each object by itself: what is pushed for one may have changed again before the next was put.
  const { changes } = await new ChangedRecords(ports, job).in(found);
  return changes.flatMap((change) => asWanted(change, wanted));
}

/** A record that is wanted no more is one that is gone. */
function asWanted(change: RecordChange, { kinds, matches }: Wanted): readonly RecordChange[] {
  if ('gone' in change) return kinds.has('deleted') ? [change] : [];
  if (matches(change.line.record)) return kinds.has(change.change) ? [change] : [];
  return change.change === 'created' || !kinds.has('deleted') ? [] : [{ gone: goneOf(change) }];
}

/** Puts stored documents beside records, for types that want them. */
async function withDocuments(
  { documents }: Pick<Ports, 'documents'>,
  changes: readonly RecordChange[],
  hasDocuments: boolean,
): Promise<readonly RecordChange[]> {
  if (!hasDocuments) return changes;
  return await Promise.all(
    changes.map(async (one) => {
      if ('gone' in one || one.line.document === undefined) return one;
      const document = await documents.read(one.line.document);
      return document === undefined || document.length === 0 ? one : { ...one, document };
    }),
  );
}

/** About the bytes of a change as JSON. */
function sizeOf(change: RecordChange): number {
  if ('gone' in change) return 300;
  const { text, markdown = '', main, links } = change.line.record;
  const documents = change.document?.length ?? 0;
  return 1_000 + text.length + markdown.length + (main?.text.length ?? 0) + 120 * links.length + documents;
}

/** Records that were set aside, as they are now: gone, or updated. */
export async function presentChanges(
  ports: Reading & Pick<Ports, 'jobs'>,
  job: string,
  refused: readonly RefusedChange[],
  { wanted, hasDocuments }: BatchForm,
): Promise<readonly RecordChange[]> {
  // What was set aside was wanted once.
  const anyKind: Wanted = { ...wanted, kinds: new Set(['created', 'updated', 'deleted']) };
  const all = await sideBySide(refused, documentsAtOnce, async (one) => {
    const entry = await ports.records.record(job, one.md5);
    const text = entry && (await changeLineOf(ports, job, entry));
    const line = entry && text && (await presentLine(ports, job, entry, text));
    const { md5, url, host } = one;
    const isGone = line === undefined || asWanted({ line, change: 'created' }, anyKind).length === 0;
    return (
      isGone ? { gone: { md5, url, host, at: one.at, job } } : { line, change: 'updated' }
    ) as RecordChange;
  });
  return await withDocuments(ports, all, hasDocuments);
}
