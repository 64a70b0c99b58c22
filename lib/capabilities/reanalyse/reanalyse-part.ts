import { orderIn } from '../../domain/inbox/order.ts';
import { openRevising } from '../../pipeline/collection/revise-part.ts';
import type { TurnPart } from '../../pipeline/turn/part.ts';
import type { Turn } from '../../pipeline/turn/turn.ts';
import { analyseAgain } from './analyse-again.ts';
import { reanalyseOrder } from './reanalyse.ts';

/** Analyses pages of the host again that a message names, without fetching any. */
export function openReanalysing(turn: Turn): TurnPart {
  return openRevising(turn, {
    name: 'reanalyse',
    orderOf(message) {
      const order = orderIn(message, reanalyseOrder);
      if (order === undefined) return undefined;
      return {
        urls: order.urls,
        async revise(url, stored) {
          const again = await analyseAgain(turn.ports, turn.settings, url, stored);
          if (typeof again === 'string' || again.differing.length === 0) return undefined;
          return { content: again.content };
        },
      };
    },
  });
}
