import { orderIn } from '../../domain/inbox/order.ts';
import { type JudgeOrder, judgeOrder } from '../../domain/orders/judge-order.ts';
import type { TurnPart, VisitPreparation } from '../../pipeline/turn/part.ts';
import { tryWithCare } from '../../pipeline/turn/try-with-care.ts';
import type { OrderMessage, Turn } from '../../pipeline/turn/turn.ts';
import { judgeAgain } from './judge-again.ts';

/** What a turn notes that it tries (`tryWithCare`) before it judges pages again. */
export const judging = 'pages to be judged again';

/** Pages that one turn judges again. The message that exceeds this number is still taken. */
const maxJudged = 200;
/** If so many turns in a row began to judge and never ended, judging kills the workers: the host gives the orders up. */
const maxJudgings = 3;

/** Judges the pages again that a message names. */
export function openReclassifying(turn: Turn): TurnPart {
  const asked: OrderMessage<JudgeOrder>[] = [];
  let pages = 0;
  return {
    name: 'reclassify',
    take({ id, message }) {
      const order = orderIn(message, judgeOrder);
      if (order === undefined) return false;
      if (pages < maxJudged) asked.push({ id, order });
      pages += order.urls.length;
      return true;
    },
    async beforeVisits(): Promise<VisitPreparation> {
      if (asked.length === 0) return {};
      const mayJudge = await tryWithCare(turn, judging, maxJudgings);
      const done = mayJudge ? await judgeAgain(turn, asked) : giveUp(turn, asked);
      // A careful turn does only one thing.
      return { done, visitsNothing: turn.careful };
    },
  };
}

/** Leaves the pages as they are; a new order tries again. */
function giveUp({ harvest }: Turn, asked: readonly OrderMessage<JudgeOrder>[]): readonly string[] {
  for (const { order } of asked) for (const url of order.urls) harvest.judged.push({ url, kind: 'failed' });
  return asked.map(({ id }) => id);
}
