import { defined } from '../../base/defined.ts';
import type { Outcome, OutcomeKind } from '../../base/fetch/outcome.ts';
import { countsAsPage } from '../../base/links/url-role.ts';
import type { VisitEntry } from './entry.ts';
import type { HostBody, Totals } from './store/state.ts';

/** The most media types that are counted by name. */
const maxTypes = 20;

/** A visit that ended. */
interface EndedVisit {
  readonly outcome: Outcome;
  /** Decoded bytes of its answers. */
  readonly bytes: number;
  /** Whether the visit judged its page again. */
  readonly repeated: boolean;
  /** Default: it was of a page (`countsAsPage`). */
  readonly isPage?: boolean;
}

/** Counts a visit: the decoded bytes of its answers, and of a page its class of outcome, and its media type if it is unsupported. */
export function tally(body: HostBody, { outcome, bytes, repeated, isPage = true }: EndedVisit): void {
  const { totals } = body;
  totals.bytes += bytes;
  if (!isPage) return;
  totals.outcomes[outcome.kind] = (totals.outcomes[outcome.kind] ?? 0) + 1;
  if (repeated) {
    totals.repeated ??= {};
    totals.repeated[outcome.kind] = (totals.repeated[outcome.kind] ?? 0) + 1;
  }
  if (outcome.kind !== 'unsupported') return;
  const { unsupported } = totals;
  const room = Object.keys(unsupported).length < maxTypes - 1;
  const type = room || Object.hasOwn(unsupported, outcome.mediaType) ? outcome.mediaType : 'other';
  unsupported[type] = (unsupported[type] ?? 0) + 1;
}

/** Takes back the count of a visit whose outcome another one takes the place of. */
export function untally({ totals: { outcomes } }: HostBody, kind: OutcomeKind): void {
  const left = (outcomes[kind] ?? 0) - 1;
  if (left > 0) outcomes[kind] = left;
  else delete outcomes[kind];
}

/** Totals of a host since its first turn. */
export interface HostTotals {
  /** Pending and unchecked URLs. */
  readonly pending: number;
  /** Visited pages that will be visited again. */
  readonly visited: number;
  /** Visits by class of outcome. */
  readonly outcomes: Readonly<Record<string, number>>;
  /** Of these, visits that judged a page again; absent: none. */
  readonly repeated?: Readonly<Record<string, number>>;
  /** Decoded bytes of all answers. */
  readonly bytes: number;
  /** Visits that ended as unsupported, by media type. */
  readonly unsupported?: Readonly<Record<string, number>>;
  /** During a turn: URLs of messages that it has taken in, and that are in the host's inbox until it ends. */
  readonly taken?: number;
}

/** The present totals of a body, also during a turn. Costs the same for a million URLs as for one. */
export function hostTotals(
  body: HostBody,
): Omit<HostTotals, 'taken'> & Required<Pick<HostTotals, 'unsupported'>> {
  const { outcomes, repeated, bytes, unsupported } = body.totals;
  return {
    pending: pendingCount(body),
    visited: visitedCount(body),
    outcomes: { ...outcomes },
    ...(repeated !== undefined && { repeated: { ...repeated } }),
    bytes,
    unsupported: { ...unsupported },
  };
}

/** The counters of a body for its host's control and for people. */
export function hostCounters(body: HostBody): ReturnType<typeof hostTotals> & {
  readonly held?: number;
  readonly checked?: number;
} & Pick<Readonly<Totals>, 'overBudget'> {
  const { overBudget } = body.totals;
  const checked = oldestCheck(body);
  return {
    ...hostTotals(body),
    ...(heldCount(body) > 0 && { held: heldCount(body) }),
    ...(checked !== undefined && { checked }),
    ...defined({ overBudget }),
  };
}

/** URLs that wait for their first visit, including those in progress and unchecked ones (which may be known after all). */
export function pendingCount(body: HostBody): number {
  const begun = [...body.inProgress.values()].filter((one) => one.kind === 'pending').length;
  const spilled = entries(body.pendingRuns) + entries(body.uncheckedRuns) - body.stalePending.size;
  return body.pending.size + body.unchecked.size + begun + spilled + heldCount(body);
}

/** Pending URLs that are held. */
export function heldCount(body: HostBody): number {
  return body.held.size + entries(body.heldRuns);
}

/** Visited pages, including those in progress for another visit. */
export function visitedCount(body: HostBody): number {
  const begun = [...body.inProgress.values()].filter((one) => one.kind === 'visit').length;
  const all = body.visits.size + begun + entries(body.visitRuns) - body.staleVisits.size;
  return all - (body.totals.requisites ?? 0);
}

/** A URL becomes one that was visited, or is one no more. */
export function countRequisite({ totals }: HostBody, entry: Pick<VisitEntry, 'role'>, by: 1 | -1): void {
  if (!countsAsPage(entry)) totals.requisites = (totals.requisites ?? 0) + by;
}

/** The oldest check of a visited URL, or an earlier time; undefined without any. Stale copies count until they are dropped. */
function oldestCheck({ visits, inProgress, visitRuns }: HostBody): number | undefined {
  let oldest = Number.POSITIVE_INFINITY;
  for (const { visit } of visits.values()) oldest = Math.min(oldest, visit.at);
  for (const one of inProgress.values())
    if (one.kind === 'visit') oldest = Math.min(oldest, one.entry.visit.at);
  for (const { checked } of visitRuns) oldest = Math.min(oldest, checked);
  return Number.isFinite(oldest) ? oldest : undefined;
}

function entries(runs: readonly { readonly count: number }[]): number {
  return runs.reduce((sum, run) => sum + run.count, 0);
}
