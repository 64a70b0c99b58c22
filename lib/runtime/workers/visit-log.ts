import type { VisitSeen } from '../../pipeline/turn/turn.ts';
import type { SeenVisits } from './messages.ts';

/** The visits of a worker that the main thread has yet to hear of. */
export interface VisitLog {
  /** What is called for each visit of the turn with this number. */
  of(number: number): (seen: VisitSeen) => void;
  /** Takes out the visits of one turn, or of all. */
  take(number?: number): readonly SeenVisits[];
}

interface Told {
  last: VisitSeen;
  readonly visits: (readonly [number, boolean])[];
}

export function visitLog(): VisitLog {
  const turns = new Map<number, Told>();
  const written = (number: number, { last, visits }: Told): SeenVisits => {
    const { job, host, ticket, totals } = last;
    return { number, job, host, ticket, totals: totals(), visits };
  };
  return {
    of: (number) => (seen) => {
      const told = turns.get(number) ?? { last: seen, visits: [] };
      told.last = seen;
      told.visits.push([seen.bytes, seen.isFailed]);
      turns.set(number, told);
    },
    take(number) {
      if (number === undefined) {
        const all = [...turns].map(([one, told]) => written(one, told));
        turns.clear();
        return all;
      }
      const told = turns.get(number);
      turns.delete(number);
      return told === undefined ? [] : [written(number, told)];
    },
  };
}

/** The visits one by one, as the turn told them. */
export function visitsOf({ job, host, ticket, totals, visits }: SeenVisits): readonly VisitSeen[] {
  return visits.map(([bytes, isFailed]) => ({ job, host, ticket, bytes, isFailed, totals: () => totals }));
}
