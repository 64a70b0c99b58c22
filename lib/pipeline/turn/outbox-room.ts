import type { OutboxPage, OutboxRemoval } from '../../domain/collection/outbox.ts';

/**
 * When the pages and removals of an outbox have this many bytes, as stored, the turn takes up nothing more. The outbox is
 * part of the host's body, for which DynamoDB allows 400 KB (service quotas, 2026-11). What goes beyond this limit takes
 * 90 KB at most, hosts and messages take 30 KB, and the rest of the body has `BodyLimits.maxHeadBytes`.
 */
const fullBytes = 131_072;

type Entry = OutboxPage | OutboxRemoval;

/** A size of each entry, measured once. */
function onceEach(measure: (entry: Entry) => number): (entry: Entry) => number {
  const sizes = new WeakMap<Entry, number>();
  return (entry) => {
    let size = sizes.get(entry);
    if (size === undefined) {
      size = measure(entry);
      sizes.set(entry, size);
    }
    return size;
  };
}

const sizeOf = onceEach((entry) => Buffer.byteLength(JSON.stringify(entry)));
/** No less than `sizeOf`, without JSON. */
const boundOf = onceEach(mostBytes);

/** The longest that JSON writes a number, true, false or null. */
const longestScalar = 25;

/** The most bytes that a value may have as JSON: a unit of a string has up to six (`\u0000`). */
function mostBytes(value: unknown): number {
  if (typeof value === 'string') return value.length * 6 + 2;
  if (typeof value !== 'object' || value === null) return longestScalar;
  let bytes = 2;
  for (const name in value)
    bytes += name.length * 6 + 4 + mostBytes((value as Readonly<Record<string, unknown>>)[name]);
  return bytes;
}

/** Whether the outbox of a turn is full: the turn then commits before it does more. */
export function isOutboxFull({
  pages,
  removals,
  departures,
}: {
  readonly pages: readonly OutboxPage[];
  readonly removals: readonly OutboxRemoval[];
  /** What is sent to other hosts. */
  readonly departures?: { readonly bytes: number };
}): boolean {
  const isFullBy = (size: (entry: Entry) => number): boolean => {
    let bytes = departures?.bytes ?? 0;
    for (const entry of pages) bytes += size(entry);
    for (const entry of removals) bytes += size(entry);
    return bytes >= fullBytes;
  };
  return isFullBy(boundOf) && isFullBy(sizeOf);
}
