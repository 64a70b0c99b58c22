import { defined } from '../../base/defined.ts';
import type { FieldValue } from '../../base/json.ts';
import { languageOf } from '../../pipeline/collection/record-filter.ts';
import type { RecordChange } from '../../pipeline/feed/outgoing.ts';

/** What search servers keep of a record. Times are ISO 8601. */
export interface SearchDocument {
  readonly md5: string;
  readonly job: string;
  readonly host: string;
  readonly url: string;
  readonly urls: readonly string[];
  readonly title: string;
  readonly headings: readonly string[];
  readonly description?: string;
  /** All of the page. */
  readonly text: string;
  /** What the page is about. */
  readonly main?: string;
  readonly kind?: string;
  readonly author?: string;
  readonly published?: string;
  readonly language?: string;
  readonly class?: readonly string[];
  readonly score?: number;
  readonly depth: number;
  readonly media_type: string;
  readonly bytes: number;
  readonly first_seen: string;
  readonly last_checked: string;
  readonly last_changed: string;
  readonly revision?: number;
  readonly fields?: Readonly<Record<string, FieldValue>>;
}

/** A change as search servers take it; without a document: the record is there no more. */
export interface SearchChange {
  readonly md5: string;
  readonly revision?: number;
  readonly document?: SearchDocument;
}

/** Lucene refuses a document with a term of more than 32,766 bytes: a character has at most three in UTF-8, and pairs have four. */
const maxTerm = 8_000;

/** The changes as documents, of each record only the last. */
export function searchChanges(changes: readonly RecordChange[]): readonly SearchChange[] {
  const last = new Map<string, SearchChange>();
  for (const change of changes) {
    const one = searchChange(change);
    last.delete(one.md5);
    last.set(one.md5, one);
  }
  return [...last.values()];
}

function searchChange(change: RecordChange): SearchChange {
  if ('gone' in change) return defined({ md5: change.gone.md5, revision: change.gone.revision });
  const { md5, revision, job, host, record } = change.line;
  const { main, topic, response } = record;
  const document = defined({
    md5,
    job,
    host,
    url: record.urls[0] ?? record.finalUrl,
    urls: record.urls,
    title: record.title,
    headings: record.headings.map((heading) => heading.text),
    description: record.metadata.description?.join(' '),
    text: record.text,
    main: main?.text || undefined,
    kind: main?.kind,
    author: main?.author,
    published: dayIn(main?.published),
    language: languageOf(record) || undefined,
    class: topic?.classes.map(({ id }) => id),
    score: topic?.score,
    depth: record.depth,
    media_type: record.mediaType,
    bytes: response.bytes,
    first_seen: timeText(record.firstSeen),
    last_checked: timeText(record.lastChecked),
    last_changed: timeText(record.lastChanged),
    revision,
    fields: record.fields && withoutLongTerms(record.fields),
  });
  return defined({ md5, revision, document });
}

const timeText = (ms: number): string => new Date(ms).toISOString();

/** A day that the calendar has: pages name others, and a date of JavaScript goes on with the next month. */
function dayIn(text: string | undefined): string | undefined {
  const time = /^\d{4}-\d\d-\d\d$/.test(text ?? '') ? Date.parse(text ?? '') : Number.NaN;
  return !Number.isNaN(time) && timeText(time).startsWith(text ?? '') ? text : undefined;
}

function withoutLongTerms(
  fields: Readonly<Record<string, FieldValue>>,
): Readonly<Record<string, FieldValue>> {
  const short = <T>(value: T): T | string => (typeof value === 'string' ? value.slice(0, maxTerm) : value);
  const entries = Object.entries(fields).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map(short) : short(value),
  ]);
  return Object.fromEntries(entries);
}
