import { checkHeldAgain } from '../../domain/frontier/body.ts';
import { orderIn } from '../../domain/inbox/order.ts';
import { freeHeld, freeOrder } from '../../domain/yield/freed.ts';
import { freedIn } from '../../domain/yield/host-state.ts';
import type { TurnPart } from '../turn/part.ts';
import type { Turn } from '../turn/turn.ts';
import { enterVisit, wantsSketch } from './enter-visit.ts';

/** Lets held URLs go that a person asks for, and learns from first visits which regions of a host bring something new; the order of the host asks for it (`yieldOrder`). */
export function openYield(turn: Turn): TurnPart {
  const done: string[] = [];
  return {
    name: 'yield',
    take({ id, message }) {
      const order = orderIn(message, freeOrder);
      if (order === undefined) return false;
      freeHeld(freedIn(turn.body), order);
      checkHeldAgain(turn.body);
      done.push(id);
      return true;
    },
    beforeVisits: () => ({ done }),
    reads: (work) => (wantsSketch(turn, work) ? ['sketch'] : []),
    visited({ work, visited, births }) {
      enterVisit(turn, work, visited, births);
      return undefined;
    },
  };
}
