import { hostOf } from '../../base/url/url.ts';
import { orderMessage } from '../../domain/inbox/order.ts';
import { type GroupKey, type Representative, readPlace } from '../../domain/near-duplicates/group.ts';
import { representOrder } from '../../domain/near-duplicates/represent-order.ts';
import type { Ports } from '../../ports/ports.ts';
import { deliver } from '../frontier/deliver.ts';

type Leaving = Pick<Ports, 'nearDuplicates' | 'hosts' | 'due' | 'clock'>;

/**
 * Takes a content that left the collection out of its group. If it stood for the group, the host of the next
 * representative is told. Idempotent.
 * @param isDropped whether members of groups are not in the collection (`content.nearDuplicates: drop`)
 */
export async function leaveGroup(
  ports: Leaving,
  job: string,
  { md5, group, isDropped }: { readonly md5: string; readonly group: string; readonly isDropped: boolean },
): Promise<void> {
  const place = readPlace(group);
  const next = await ports.nearDuplicates.leave(job, place, md5, isDropped);
  if (next !== undefined) await tell(ports, job, place, next);
}

/**
 * Adds a page that was not taken into the collection to its group, so that it can take its place. If the group is gone
 * meanwhile, the page is visited again. Idempotent.
 */
export async function joinDropped(
  ports: Leaving,
  job: string,
  { md5, url, group }: Pick<Representative, 'md5' | 'url'> & { readonly group: GroupKey },
): Promise<void> {
  const joined = await ports.nearDuplicates.join(job, group, { md5, url });
  if (joined === undefined) await tell(ports, job, group, { md5, url, isAwaited: true });
}

/** Has the host of a representative visit it if it is not in the collection, else write its record anew. */
async function tell(
  ports: Leaving,
  job: string,
  { id }: GroupKey,
  { md5, url, isAwaited }: Representative,
): Promise<void> {
  const message = isAwaited ? { candidates: [], visit: url } : orderMessage(representOrder, { url, md5 });
  await deliver(ports, { job, host: hostOf(url) }, { id: `near-${id}-${md5}`, message });
}
