import type { HostBody } from '../../domain/frontier/body.ts';
import { allOf, type Order } from '../../domain/frontier/order.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { yieldOrder } from '../../domain/yield/order.ts';

/**
 * What all capabilities say about the URLs of a host that wait: what only reads a body assigns it to `body.order`. Turns
 * have an order of more (`harvest/open-turn.ts`): it chooses among URLs that may go, which no reader asks for.
 * @param settings of the host
 */
export function orderOf(body: HostBody, settings: Pick<JobSettings, 'yield'>): Order {
  return allOf([yieldOrder(body, settings.yield)]);
}
