import type { Task } from '../../domain/control/command.ts';
import type { InboxMessage } from '../../domain/inbox/inbox-item.ts';

/** The beginning of the id, which puts the message before all links in an inbox, and after orders to give up records. */
export const orderedMessage = '0-task-';

/** The message by which a host gets the order of a command. Orders of a host are taken in as they were given. */
export function orderLetter({ id, at, orders = {} }: Pick<Task, 'id' | 'at' | 'orders'>): {
  readonly id: string;
  readonly message: InboxMessage;
} {
  return { id: `${orderedMessage}${at}-${id}`, message: { candidates: [], orders } };
}
