import type { InboxMessage } from './inbox-item.ts';

/**
 * A kind of order that a capability sends to hosts; a part of the turn carries it out (`TurnPart.take`). The order is a JSON
 * value, and stands in an inbox item under `key`: no two kinds have the same, and none that of a field of every message
 * (`InboxMessage`).
 */
export interface OrderKind<Order> {
  readonly key: string;
  /** Never present: only the type tells what such an order is. */
  readonly order?: Order;
}

export function orderKind<Order>(key: string): OrderKind<Order> {
  return { key };
}

/** A message that brings one order, and no links. */
export function orderMessage<Order>({ key }: OrderKind<Order>, order: Order): InboxMessage {
  return { candidates: [], orders: { [key]: order } };
}

/** The order of this kind in a message; undefined: it brings none. */
export function orderIn<Order>({ orders }: InboxMessage, { key }: OrderKind<Order>): Order | undefined {
  return orders?.[key] as Order | undefined;
}
