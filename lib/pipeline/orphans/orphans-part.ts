import type { OrphanOrder } from '../../domain/revisit/orphans.ts';
import type { TurnPart } from '../turn/part.ts';
import type { OrderMessage, Turn } from '../turn/turn.ts';
import { applyOrphans } from './apply-orphans.ts';

/** Applies to pages of the host what a search for orphans found. */
export function openOrphans(turn: Turn): TurnPart {
  const found: OrderMessage<OrphanOrder>[] = [];
  return {
    name: 'orphans',
    take({ id, message: { orphans } }) {
      if (orphans !== undefined) found.push({ id, order: orphans });
      return orphans !== undefined;
    },
    beforeVisits: async () => ({ done: await applyOrphans(turn, found) }),
  };
}
