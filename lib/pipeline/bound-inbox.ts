import { decodeInboxMessage, digestOf, type InboxMessage } from '../domain/inbox-item.ts';
import type { HostKey, InboxItem } from '../ports/hosts.ts';
import type { Ports } from '../ports/ports.ts';

/** Items before a message that are compared with it: about what a turn takes in. */
const maxItems = 50;
/** Sorts behind the names of segments. */
const repeats = '~';

/**
 * Keeps the inbox of a host that waits from growing with every link to it. What was just put there is taken out again
 * when items before it say all that it says. Behind the first fifty it is put under a name that is made of its content
 * alone, so that what is said again replaces what was said.
 *
 * Only earlier names count: of two that say the same, each taken out because of the other, none would be left. And what
 * an item names is either still there or in the body that its turn committed before it was deleted; since the name of
 * an item tells its content, nobody deletes what another put there meanwhile.
 * @returns whether something was put there anew
 */
export async function boundInbox(
  { hosts }: Pick<Ports, 'hosts'>,
  key: HostKey,
  item: InboxItem,
  message: InboxMessage,
): Promise<boolean> {
  if (!isOfLinks(message)) return false;
  const before = (await hosts.inbox(key, maxItems)).filter(({ id }) => id < item.id);
  const known = before.map(({ bytes }) => decodeInboxMessage(bytes)).filter(isOfLinks);
  if (says(known, message)) {
    await hosts.deleteInbox(key, [item.id]);
    return false;
  }
  if (before.length < maxItems) return false;
  await hosts.putInbox(key, { id: repeats + digestOf(item.bytes), bytes: item.bytes });
  await hosts.deleteInbox(key, [item.id]);
  return true;
}

/** A message that asks for nothing but to take URLs in. */
function isOfLinks({ candidates, remark, visit, vouched, again }: InboxMessage): boolean {
  return candidates.length > 0 && (remark ?? visit ?? vouched ?? again) === undefined;
}

/** Whether others name all URLs of a message, each at least as near, as good and as well vouched for. */
function says(others: readonly InboxMessage[], { candidates, hostHops = 0, hearsay }: InboxMessage): boolean {
  return candidates.every((mine) =>
    others.some(
      (other) =>
        (other.hostHops ?? 0) <= hostHops &&
        (!other.hearsay || hearsay === true) &&
        other.candidates.some(
          ({ url, depth, rank, hops = 0 }) =>
            url === mine.url && depth <= mine.depth && rank <= mine.rank && hops <= (mine.hops ?? 0),
        ),
    ),
  );
}
