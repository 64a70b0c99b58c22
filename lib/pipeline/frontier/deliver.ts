import { digestOf, encodeInboxMessage, type InboxMessage, urlsIn } from '../../domain/inbox/inbox-item.ts';
import type { HostControl, HostKey } from '../../ports/hosts.ts';
import type { Ports } from '../../ports/ports.ts';
import { type DuePosition, duePositionIn, isBefore } from './due-position.ts';

/**
 * If a host is due within this time, its turn reads the inbox soon enough: the host is not woken. Longer than the usual gap, so that a
 * host that is crawled is not woken for every link.
 */
export const soonMs = 90_000;

/** The control of a host that has not had a turn yet. */
export const newHost: HostControl = {
  state: 'idle',
  turn: 0,
  published: 0,
  attempts: 0,
  counters: { pending: 0, visited: 0, outcomes: {}, bytes: 0 },
};

/**
 * Puts a message into a host's inbox, then creates the host if it is new, then wakes it. After a crash between two of
 * these steps, a second delivery completes them. If the message is built again after the crash and has more links by then,
 * it gets another id: otherwise a turn that has read the first message would delete the second unread.
 *
 * Whether the host is woken depends on its state:
 * - due soon: no. Its turn starts after the message was put, and reads it. But the host moves ahead in the due index if
 *   the message brings something better than what the host is due for.
 * - ticketed: yes. Its turn may have read the inbox already.
 * - waiting until it may be tried: unless the message is links alone. It asks again by itself.
 *
 * Messages that speak for a host come first in its inbox, before links, and unproven links come last: the first messages
 * show the best claim (`joinDomain`).
 * @param placeAt in the due index, by the best that the message brings, perhaps by how many URLs of the host were visited
 */
export async function deliver(
  ports: Pick<Ports, 'hosts' | 'due' | 'clock'>,
  key: HostKey,
  { id, message }: { readonly id: string; readonly message: InboxMessage },
  placeAt: DuePosition | ((load: number) => DuePosition) = {},
): Promise<void> {
  const { job, host } = key;
  await putMessage(ports, key, inClaimOrder(id, message), message);
  const control = await ports.hosts.control(key);
  if (!control) await ports.hosts.putControl(key, undefined, newHost);
  const place = typeof placeAt === 'function' ? placeAt(control?.counters.visited ?? 0) : placeAt;
  const now = ports.clock.now();
  if (control?.state === 'due' && control.waits !== undefined && isLinksOnly(message)) return;
  const { dueAt = 0 } = control ?? {};
  if (control?.state === 'due' && dueAt <= now + soonMs) {
    if (isBefore(place, control)) {
      await ports.due.put(job, { at: dueAt, host, wake: false, ...duePositionIn(place) });
    }
    return;
  }
  await ports.due.put(job, { at: now, host, wake: true, ...duePositionIn(place) });
}

async function putMessage(
  { hosts }: Pick<Ports, 'hosts'>,
  key: HostKey,
  id: string,
  message: InboxMessage,
): Promise<void> {
  const bytes = encodeInboxMessage(message);
  const urls = urlsIn(message);
  await hosts.putInbox(key, { id: `${id}-${digestOf(bytes)}`, bytes, ...(urls > 0 && { urls }) });
}

/** Prefix of ids that sort before those of links, which begin with digits, and after orders to give up records. */
const speakingPrefix = '0-speaks-';

/** Prefix of ids that sort after those of all other links. */
const unprovenPrefix = 'hearsay-';

function inClaimOrder(id: string, message: InboxMessage): string {
  if (id.startsWith('0-') || id.startsWith(unprovenPrefix)) return id;
  if (speaksFirst(message)) return `${speakingPrefix}${id}`;
  return message.unproven ? `${unprovenPrefix}${id}` : id;
}

/** Whether a message brings nothing but links, which wait with their host. */
function isLinksOnly(message: InboxMessage): boolean {
  const { candidates, hostHops, unproven, by, sites, ...orders } = message;
  return !speaksFirst(message) && Object.values(orders).every((order) => order === undefined);
}

/** Whether a message alone speaks for its host: people asked for a page, or aliases name the host. */
function speaksFirst({ candidates, visit, moved }: InboxMessage): boolean {
  return visit !== undefined || moved !== undefined || candidates.some(({ depth }) => depth === 0);
}
