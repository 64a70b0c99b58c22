import { contentOf } from '../../domain/collection/content-of.ts';
import { orderIn } from '../../domain/inbox/order.ts';
import { rankedAt } from '../../domain/revisit/ranked-at.ts';
import { areOther } from '../../graph/ranks.ts';
import { openRevising } from '../../pipeline/collection/revise-part.ts';
import type { TurnPart } from '../../pipeline/turn/part.ts';
import type { Turn } from '../../pipeline/turn/turn.ts';
import { ranksOrder } from './ranks-order.ts';

/** Writes records anew whose ranks have changed, without fetching a page. */
export function openRankWriting(turn: Turn): TurnPart {
  return openRevising(turn, {
    name: 'ranks',
    orderOf(message) {
      const order = orderIn(message, ranksOrder);
      if (order === undefined) return undefined;
      const ranksOf = new Map(order.pages.map(({ url, ranks }) => [url, ranks]));
      return {
        urls: [...ranksOf.keys()],
        revise(url, { record }) {
          const ranks = ranksOf.get(url);
          if (ranks === undefined || !areOther(record.ranks, ranks)) return undefined;
          return { content: contentOf(record), told: { ranks } };
        },
      };
    },
  });
}

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
