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
