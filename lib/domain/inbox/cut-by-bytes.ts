import type { Candidate } from '../../base/links/link.ts';
import { wireOf } from './inbox-item.ts';

/**
 * Bytes of what one inbox item lists, as it is encoded. A turn reads an item whole, and DynamoDB takes no item over
 * 400 KB (quota of 2026-11): a list is cut long before.
 */
export const inboxItemBytes = 60_000;

export interface CutOptions<Item> {
  /** Bytes of one item of the list, encoded. */
  readonly bytesOf: (item: Item) => number;
  /** Of each part; one item that is longer by itself is a part of its own. */
  readonly maxBytes?: number;
  /** Items of each part. */
  readonly maxItems: number;
}

/** Cuts a list into parts, in order: none is empty, none holds more than the bounds. */
export function* cutByBytes<Item>(
  items: Iterable<Item>,
  { bytesOf, maxBytes = inboxItemBytes, maxItems }: CutOptions<Item>,
): Generator<Item[]> {
  let part: Item[] = [];
  let bytes = 0;
  for (const item of items) {
    const more = bytesOf(item);
    if (part.length > 0 && (bytes + more > maxBytes || part.length >= maxItems)) {
      yield part;
      part = [];
      bytes = 0;
    }
    part.push(item);
    bytes += more;
  }
  if (part.length > 0) yield part;
}

/** Bytes of a value in a JSON list, with its comma. */
export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value)) + 1;
}

/** Bytes of a candidate in an inbox item (`encodeInboxMessage`). */
export function candidateBytes(candidate: Candidate): number {
  return jsonBytes(wireOf(candidate));
}
