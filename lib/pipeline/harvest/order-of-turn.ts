import type { HostBody } from '../../domain/frontier/body.ts';
import { allOf, type Order } from '../../domain/frontier/order.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { strategyOrder } from '../../domain/strategy/order.ts';
import { strategyIn } from '../../domain/strategy/strategy-settings.ts';
import { expectedYield } from '../../domain/yield/expected-yield.ts';
import { orderOf } from '../frontier/order-of.ts';

/** What all capabilities say about the URLs of a host: which wait, and which a turn takes next. @param settings of the host */
export function orderOfTurn(body: HostBody, settings: Pick<JobSettings, 'yield' | 'strategy'>): Order {
  const order = orderOf(body, settings);
  if (strategyIn(settings) === undefined) return order;
  return allOf([order, strategyOrder(body, ({ url }) => expectedYield(body, settings.yield, url))]);
}
