import { settle, takeHolding } from '../../domain/frontier/body.ts';
import type { ReleaseOrder } from '../../domain/frontier/inbox-item.ts';
import { segmentReader } from '../frontier/segment-reader.ts';
import { isOutboxFull } from '../turn/outbox-room.ts';
import type { Turn } from '../turn/turn.ts';

/** Records that one turn of a host gives up: they are told one after the other. */
const maxReleased = 100;

/**
 * Takes the host's URLs off their records, so many in a turn: those that no other URL leads to leave the collection when
 * the turn is published, and indexers are told. What the host knows of its URLs stays, but as denied.
 * @returns whether none is left
 */
export async function releaseRecords(
  { body, ports, key, harvest }: Turn,
  { cause, detail }: ReleaseOrder,
): Promise<boolean> {
  const at = ports.clock.now();
  const leads = ({ md5 }: { readonly md5?: string }): boolean => md5 !== undefined;
  if (isOutboxFull(harvest)) return false;
  const { taken, isAll } = await takeHolding(body, leads, maxReleased, segmentReader(ports, key));
  let left = !isAll;
  for (const { url, visit } of taken) {
    if (isOutboxFull(harvest)) {
      settle(body, { ...visit, at: visit.at + 1 });
      left = true;
      continue;
    }
    const { md5, judged: _, ...rest } = visit;
    if (md5 !== undefined) harvest.removals.push({ md5, url, cause, at });
    // Told by its times from the copy that it may leave behind in a segment (`takeHolding`).
    settle(body, { ...rest, at: visit.at + 1, outcome: 'denied', detail: `${cause}: ${detail}` });
    harvest.released += 1;
  }
  return !left;
}
