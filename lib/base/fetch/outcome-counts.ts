import { groupDigits } from '../group-digits.ts';
import { type OutcomeKind, outcomeKinds } from './outcome.ts';

/** `12 stored, 3 redirected`, in the order of the outcomes; `nothing` when there is none. */
export function outcomeCounts(outcomes: Partial<Readonly<Record<OutcomeKind, number>>>): string {
  const parts = outcomeKinds.flatMap((kind) => {
    const number = outcomes[kind] ?? 0;
    return number === 0 ? [] : [`${groupDigits(number)} ${kind}`];
  });
  return parts.join(', ') || 'nothing';
}
