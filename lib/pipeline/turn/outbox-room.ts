import type { OutboxPage, OutboxRemoval } from '../../domain/collection/outbox.ts';

/**
 * Bytes of pages and removals, as they are stored, after which a turn takes up nothing more. An outbox stands in the body of
 * its host, for which DynamoDB has 400 KB (service quotas, 2026-11); the page or the links to another host that go beyond bring 90 KB at
 * most, hosts and messages 30 KB, and the rest of the body has `BodyLimits.maxHeadBytes`.
 */
const enough = 131_072;

const sizes = new WeakMap<object, number>();

function sizeOf(entry: OutboxPage | OutboxRemoval): number {
  let size = sizes.get(entry);
  if (size === undefined) {
    size = Buffer.byteLength(JSON.stringify(entry));
    sizes.set(entry, size);
  }
  return size;
}

/** Whether what a turn owes the world fills its outbox: it commits before it does anything more. */
export function isOutboxFull({
  pages,
  removals,
  departures,
}: {
  readonly pages: readonly OutboxPage[];
  readonly removals: readonly OutboxRemoval[];
  /** What goes to other hosts. */
  readonly departures?: { readonly bytes: number };
}): boolean {
  let bytes = departures?.bytes ?? 0;
  for (const entry of pages) bytes += sizeOf(entry);
  for (const entry of removals) bytes += sizeOf(entry);
  return bytes >= enough;
}
