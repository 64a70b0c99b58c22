import type { OutboxPage, OutboxRemoval } from '../../domain/collection/outbox.ts';

/**
 * When the pages and removals of an outbox have this many bytes, as stored, the turn takes up nothing more. The outbox is
 * part of the host's body, for which DynamoDB allows 400 KB (service quotas, 2026-11). What goes beyond this limit takes
 * 90 KB at most, hosts and messages take 30 KB, and the rest of the body has `BodyLimits.maxHeadBytes`.
 */
const fullBytes = 131_072;

const sizes = new WeakMap<object, number>();

function sizeOf(entry: OutboxPage | OutboxRemoval): number {
  let size = sizes.get(entry);
  if (size === undefined) {
    size = Buffer.byteLength(JSON.stringify(entry));
    sizes.set(entry, size);
  }
  return size;
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
  let bytes = departures?.bytes ?? 0;
  for (const entry of pages) bytes += sizeOf(entry);
  for (const entry of removals) bytes += sizeOf(entry);
  return bytes >= fullBytes;
}
