import { type TailSettings, tailOf } from '../../domain/focus/focus-settings.ts';
import { holdingTail, tailName } from '../../domain/focus/tail.ts';
import type { HostBody } from '../../domain/frontier/body.ts';
import type { Order } from '../../domain/frontier/order.ts';
import type { JobSettings } from '../../domain/settings/settings.ts';
import { isLetGo, yieldOrder } from '../../domain/yield/order.ts';
import type { Job } from '../../ports/jobs.ts';

/** What decides about the URLs of a host that wait. */
type Deciding = Pick<JobSettings, 'yield'> & Partial<TailSettings>;

/**
 * What all capabilities say about the URLs of a host that wait: what only reads a body assigns it to `body.order`. Turns
 * have an order of more (`harvest/open-turn.ts`): it chooses among URLs that may go, which no reader asks for.
 * @param settings of the host
 */
export function orderOf(body: HostBody, settings: Deciding, { tail }: Pick<Job, 'tail'>): Order {
  const { focus, topic, strategy } = settings;
  const least = focus && strategy && tail?.held ? tailOf({ focus, topic, strategy }) : undefined;
  const regions = yieldOrder(body, settings.yield, least === undefined);
  if (tail === undefined || least === undefined) return regions;
  return holdingTail(regions, { held: tail.held, least }, isLetGo(body, tailName));
}
