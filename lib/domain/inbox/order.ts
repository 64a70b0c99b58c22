import type { OrderKind } from '../orders/order-kind.ts';
import type { InboxMessage } from './inbox-item.ts';

/** A message that brings one order, and no links. */
export function orderMessage<Order>({ key }: OrderKind<Order>, order: Order): InboxMessage {
  return { candidates: [], orders: { [key]: order } };
}

/** The order of this kind in a message; undefined: it brings none. */
export function orderIn<Order>({ orders }: InboxMessage, { key }: OrderKind<Order>): Order | undefined {
  return orders?.[key] as Order | undefined;
}
