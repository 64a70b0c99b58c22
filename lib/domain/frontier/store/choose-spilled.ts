import { smallest } from '../../../base/long-lists.ts';
import { dueAt, inSeen, type PendingEntry, runDue, type UncheckedEntry, type VisitEntry } from '../entry.ts';
import type { Order } from '../order.ts';
import { compareKeys, pendingSection, visitSection } from './section.ts';
import type { HostBody } from './state.ts';

/** What a spill moves out of the head, each list in the order of its section. */
export interface Leaving {
  readonly pending: readonly PendingEntry[];
  readonly visits: readonly VisitEntry[];
  readonly unchecked: readonly UncheckedEntry[];
  readonly held: readonly PendingEntry[];
}

/** Whether so many entries may leave the head that a segment is worth its price. */
export function isSpillable({ pending, held, visits, unchecked, limits }: HostBody): boolean {
  const beyond = (size: number, keep: number): number => Math.max(0, size - keep);
  const spare = beyond(pending.size, limits.keepPending) + beyond(visits.size, limits.keepVisits);
  const idle = beyond(unchecked.size, limits.uncheckedMin) + beyond(held.size, limits.keepHeld);
  return spare + idle >= limits.minSpill;
}

/** All but the best pending URLs and the soonest visits; unchecked URLs when there are many. */
export function leaving(body: HostBody): Leaving {
  const { limits, unchecked } = body;
  return {
    pending: [...body.pending.values()]
      .map((entry) => ranked(body.order, entry))
      .sort(byKey)
      .slice(limits.keepPending),
    visits: leavingVisits(body),
    unchecked: unchecked.size > limits.uncheckedMin ? [...unchecked.values()] : [],
    held: [...body.held.values()].sort(byKey).slice(limits.keepHeld),
  };
}

/** A URL of the head with the rank by which it would come back from a run. */
export function ranked(order: Order, entry: PendingEntry): PendingEntry {
  const spilledRank = order.spillRank?.(entry.rank, entry) ?? entry.rank;
  return spilledRank === entry.rank ? entry : { ...entry, spilledRank };
}

/** A URL that comes back from a run. */
export function asPulled({ spilledRank: _, ...entry }: PendingEntry): PendingEntry {
  return { ...entry, seen: inSeen.current };
}

function byKey(a: PendingEntry, b: PendingEntry): number {
  return compareKeys(pendingSection.key(a), pendingSection.key(b));
}

/** Visits that are due before all spilled ones stay, up to a number: they would be pulled back at once. */
function leavingVisits({ visits, visitRuns, dueBefore, limits }: HostBody): readonly VisitEntry[] {
  const due = ({ visit }: VisitEntry) => dueAt(visit, dueBefore);
  const first = smallest(
    visitRuns.map((run) => runDue(run, dueBefore)),
    Number.MAX_VALUE,
  );
  const soon = [...visits.values()].filter((entry) => due(entry) <= first).sort((a, b) => due(a) - due(b));
  const kept = new Set(soon.slice(0, limits.keepVisits));
  const spilled = [...visits.values()].filter((entry) => !kept.has(entry));
  return spilled.sort((a, b) => compareKeys(visitSection.key(a), visitSection.key(b)));
}

/** In runs the seen state is always current; equal in a whole chunk, it takes no room. */
export function asSpilled<E extends PendingEntry | VisitEntry>(entries: readonly E[]): readonly E[] {
  return entries.map((entry) => ({ ...entry, seen: inSeen.current }));
}
