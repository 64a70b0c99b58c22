import { orderIn } from '../../domain/inbox/order.ts';
import { rankedAt } from '../../domain/revisit/ranked-at.ts';
import type { TurnPart } from '../../pipeline/turn/part.ts';
import type { Turn } from '../../pipeline/turn/turn.ts';
import { ranksOrder } from './ranks-order.ts';

/**
 * Remembers the ranks that an analysis tells a host, where the job plans revisits by them (`freshness.popularityBy`). Leaves the
 * message to the part that writes records: remembering ranks twice comes to the same.
 */
export function openRankedRevisits({ body, settings: { freshness } }: Turn): TurnPart {
  return {
    name: 'ranked-revisits',
    take({ message }) {
      const order = orderIn(message, ranksOrder);
      if (order !== undefined && freshness?.popularityBy === 'rank' && freshness.popularity > 0)
        for (const { url, ranks } of order.pages) rankedAt(body, url, ranks.discounted * ranks.of);
      return false;
    },
  };
}
