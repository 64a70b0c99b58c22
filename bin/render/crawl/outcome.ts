import { type OutcomeKind, outcomeKinds } from '../../../lib/base/fetch/outcome.ts';
import { formatNumber } from '../../../lib/base/quantity.ts';

/** `12 stored, 3 redirected`, in the order of the outcomes; `nothing` when there is none. */
export function outcomeCounts(outcomes: Partial<Readonly<Record<OutcomeKind, number>>>): string {
  const parts = outcomeKinds.flatMap((kind) => {
    const number = outcomes[kind] ?? 0;
    return number === 0 ? [] : [`${formatNumber(number)} ${kind}`];
  });
  return parts.join(', ') || 'nothing';
}
