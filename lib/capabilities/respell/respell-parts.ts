import { reached } from '../../domain/frontier/body.ts';
import type { MovedVisit } from '../../domain/frontier/move-pages.ts';
import { orderIn } from '../../domain/inbox/order.ts';
import { respellOrder } from '../../pipeline/control/respell-message.ts';
import type { TurnPart, VisitPreparation } from '../../pipeline/turn/part.ts';
import { isLeaving } from '../../pipeline/turn/present-names.ts';
import type { OrderMessage, Turn } from '../../pipeline/turn/turn.ts';
import { leaveHost, movePagesIn } from './move-pages.ts';
import { respellPages } from './respell-pages.ts';

/** Takes in visits that other hosts made under old names. */
export function openMovesIn(turn: Turn): TurnPart {
  const moved: OrderMessage<readonly MovedVisit[]>[] = [];
  return {
    name: 'moved',
    take({ id, message }) {
      if (message.moved === undefined || message.moved.length === 0) return false;
      reached(turn.body, message.hostHops ?? 0);
      moved.push({ id, order: message.moved });
      return true;
    },
    beforeVisits: async () => ({ done: await movePagesIn(turn, moved) }),
  };
}

/** Gives the host's URLs their present names, and sends those that belong to another host there. */
export function openRespelling(turn: Turn): TurnPart {
  const asked: string[] = [];
  return {
    name: 'respell',
    take({ id, message }) {
      const isAsked = orderIn(message, respellOrder) !== undefined;
      if (isAsked) asked.push(id);
      return isAsked;
    },
    async beforeVisits({ stays }): Promise<VisitPreparation> {
      if (stays) return { isLeft: true };
      // URLs that belong to another host move there without a message.
      const isNamed = isLeaving(turn)
        ? await leaveHost(turn)
        : asked.length === 0 || (await respellPages(turn));
      return { done: isNamed ? asked : [], isLeft: !isNamed };
    },
  };
}
