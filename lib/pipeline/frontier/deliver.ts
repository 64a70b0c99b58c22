import { digestOf, encodeInboxMessage, type InboxMessage } from '../../domain/frontier/inbox-item.ts';
import type { HostControl, HostKey } from '../../ports/hosts.ts';
import type { Ports } from '../../ports/ports.ts';
import { isUnproven } from '../domains/domain-ledger.ts';
import { type DuePosition, duePositionIn, isBefore } from './due-bands.ts';

/** A host that is due within this has its inbox read soon enough without being woken. */
export const soonMs = 60_000;

/** The control of a host that has never had a turn. */
export const newHost: HostControl = {
  state: 'idle',
  turn: 0,
  published: 0,
  attempts: 0,
  counters: { pending: 0, visited: 0, outcomes: {}, bytes: 0 },
};

/**
 * Puts a message into a host's inbox, makes the host if it is new, and wakes it. In this order: a crash between
 * any two leaves nothing that delivering it again does not mend. A message that is made again after a crash, by then of
 * more links, is another one: the turn that has read the first would delete it unread.
 *
 * A host that is due soon is not woken: the turn that it is due for starts after this message was put, and reads it. But
 * it moves to a better place, when it gets something that is worth it.
 * A ticketed one is: its turn may have read the inbox already. One that waits for a try of its registered domain stands
 * on the list of those already, and is woken only by a message that gives it a better claim. What speaks for a host stands
 * before all links in its inbox, and unproven links behind them: the first items tell the best claim (`joinDomain`).
 * @param place in the due index, by the best of what the message brings
 */
export async function deliver(
  ports: Pick<Ports, 'hosts' | 'due' | 'clock'>,
  key: HostKey,
  { id, message }: { readonly id: string; readonly message: InboxMessage },
  place: DuePosition = {},
): Promise<void> {
  const { job, host } = key;
  await putMessage(ports, key, inClaimOrder(id, message), message);
  const control = await ports.hosts.control(key);
  if (!control) await ports.hosts.putControl(key, undefined, newHost);
  const now = ports.clock.now();
  if (control?.state === 'idle' && control.waits) {
    if (!isBetter(control.waits.place, message)) return;
    // Mail that an earlier version put does not stand in the order of its claims.
    if (!speaksFirst(message))
      await putMessage(ports, key, `${front}linked`, { candidates: [], proven: true });
  }
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
  await hosts.putInbox(key, { id: `${id}-${digestOf(bytes)}`, bytes });
}

/** Ids that begin so stand before those of links, which begin with digits; behind orders to give up records. */
const front = '0-speaks-';

/** Behind the ids of all other links. */
const behind = 'hearsay-';

function inClaimOrder(id: string, message: InboxMessage): string {
  if (id.startsWith('0-') || id.startsWith(behind)) return id;
  if (speaksFirst(message)) return `${front}${id}`;
  return message.unproven ? `${behind}${id}` : id;
}

/** Whether a message speaks for its host by itself: somebody asked for a page of it, named it in aliases, or a proven host links to it. */
function speaksFirst({ candidates, visit, proven, moved }: InboxMessage): boolean {
  return (
    visit !== undefined ||
    proven === true ||
    moved !== undefined ||
    candidates.some(({ depth }) => depth === 0)
  );
}

/** Whether a message gives a host that waits a better claim than it has. */
function isBetter(place: string, { candidates, visit, unproven, proven, moved }: InboxMessage): boolean {
  if (visit !== undefined || moved !== undefined || candidates.some(({ depth }) => depth === 0)) return true;
  return isUnproven(place) && (proven === true || (candidates.length > 0 && !unproven));
}
