import type { OutboxConversions } from '../../domain/collection/outbox.ts';
import type { Publishing } from '../turn/publishing.ts';

/** Sends what a committed turn asks of the converters, and deletes what it has taken in. Idempotent. */
export async function sendConversions(
  { ports, key }: Publishing,
  { ask, drop }: OutboxConversions,
): Promise<void> {
  if (ask.length > 0) await ports.convertQueue.send(ask.map((one) => ({ ...key, ...one })));
  if (drop.length > 0) await ports.conversions.delete(key, drop);
}
