import type { TurnPart } from '../turn/part.ts';
import type { Turn } from '../turn/turn.ts';
import { enterVisit, isFirst } from './enter-visit.ts';

/** Learns from first visits which regions of a host bring something new; the order of the host asks for it (`yieldOrder`). */
export function openYield(turn: Turn): TurnPart {
  const { hold } = turn.settings.yield;
  return {
    name: 'yield',
    reads: (work) => (hold && isFirst(work) ? ['sketch'] : []),
    visited({ work, visited, births }) {
      enterVisit(turn, work, visited, births);
      return undefined;
    },
  };
}
