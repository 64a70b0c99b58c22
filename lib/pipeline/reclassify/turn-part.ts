import type { JudgeOrder } from '../../domain/frontier/inbox-item.ts';
import type { TurnPart, VisitPreparation } from '../turn/part.ts';
import { tryWithCare } from '../turn/try-with-care.ts';
import type { OrderMessage, Turn } from '../turn/turn.ts';
import { judgeAgain } from './judge-again.ts';

/** What a turn tries that judges pages again. */
export const judging = 'pages to be judged again';

/** Pages that one turn judges again, and the first message that goes beyond. */
const maxJudged = 200;
/** Turns that began to judge and never ended, in a row, after which a host judges no more what it was asked to: that kills its workers. */
const maxJudgings = 3;

/** Judges pages again that a message names. */
export function openReclassifying(turn: Turn): TurnPart {
  const asked: OrderMessage<JudgeOrder>[] = [];
  let pages = 0;
  return {
    name: 'reclassify',
    take({ id, message: { judge } }) {
      if (judge === undefined) return false;
      if (pages < maxJudged) asked.push({ id, order: judge });
      pages += judge.urls.length;
      return true;
    },
    async beforeVisits(): Promise<VisitPreparation> {
      if (asked.length === 0) return {};
      const mayJudge = await tryWithCare(turn, judging, maxJudgings);
      const done = mayJudge ? await judgeAgain(turn, asked) : giveUp(turn, asked);
      // With care one thing is done at a time.
      return { done, visitsNothing: turn.careful };
    },
  };
}

/** They stay what they are; whoever asks again tries again. */
function giveUp({ harvest }: Turn, asked: readonly OrderMessage<JudgeOrder>[]): readonly string[] {
  for (const { order } of asked) for (const url of order.urls) harvest.judged.push({ url, kind: 'failed' });
  return asked.map(({ id }) => id);
}
