import type { HostBody } from '../../domain/frontier/body.ts';
import { allOf, type Order } from '../../domain/frontier/order.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { trapOrder } from '../../domain/traps/order.ts';

/**
 * What all capabilities say about the URLs of a host that wait. A turn sets it (`setOrder`); what only reads a body
 * assigns it to `body.order`.
 * @param settings of the host
 */
export function orderOf(body: HostBody, settings: Pick<JobSettings, 'traps'>): Order {
  return allOf([trapOrder(body, settings.traps)]);
}
