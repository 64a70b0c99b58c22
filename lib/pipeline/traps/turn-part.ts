import { trapAccounts } from '../../domain/traps/host-state.ts';
import { looksAgain } from '../../domain/traps/made-up.ts';
import { wantsSketch } from '../../domain/traps/observe.ts';
import type { TurnPart } from '../turn/part.ts';
import type { Turn } from '../turn/turn.ts';
import { watchVisit } from './watch-traps.ts';

/** Watches what a host's visits tell of traps. */
export function openTrapWatch(turn: Turn): TurnPart {
  const accounts = trapAccounts(turn.body);
  return {
    name: 'traps',
    reads({ visit, url }) {
      const isTelling = visit === undefined ? wantsSketch(accounts, url) : looksAgain(accounts);
      return isTelling ? ['sketch'] : [];
    },
    visited({ work, visited, births }) {
      watchVisit(turn, work, visited, births);
      return undefined;
    },
  };
}
