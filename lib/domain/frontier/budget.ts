import type { Candidate } from '../../base/links/link.ts';
import { countsAsPage } from '../../base/links/url-role.ts';
import { admit } from './admit.ts';
import type { Budgets } from './budgets/budgets.ts';
import type { OverBudget } from './budgets/over-budget.ts';
import { heldCount, pendingCount, visitedCount } from './counters.ts';
import type { Birth, PendingEntry } from './entry.ts';
import { isKnown } from './is-known.ts';
import type { HostBody } from './store/state.ts';

/** New pages that a host may visit now, and the budget that bounds them. */
export interface BudgetAllowance {
  readonly pages: number;
  readonly by: keyof Budgets;
  /** Whether there are bytes left for what is no page (`countsAsPage`). */
  readonly hasBytes: boolean;
}

/** What a host may visit for the first time now. */
export type Allowed = Omit<BudgetAllowance, 'by'>;
export const allAllowed: Allowed = { pages: Number.POSITIVE_INFINITY, hasBytes: true };

/** What hosts of a registered domain have used. */
export interface Spent {
  readonly pages: number;
  readonly bytes: number;
}

/**
 * New pages that a host may visit by the tightest of its budgets. Pages that were visited before may always be visited
 * again, so that collected pages stay fresh.
 * @param domain what all hosts of its registered domain have used, where that is known
 */
export function allowance(body: HostBody, budgets: Budgets, domain?: Spent): BudgetAllowance {
  const { pagesPerHost, bytesPerHost, pagesPerDomain, bytesPerDomain } = budgets;
  const left: readonly (readonly [keyof Budgets, number])[] = [
    ['pagesPerHost', (pagesPerHost ?? Number.POSITIVE_INFINITY) - visitedCount(body)],
    ['bytesPerHost', hasRoom(body.totals.bytes, bytesPerHost)],
    ['pagesPerDomain', (pagesPerDomain ?? Number.POSITIVE_INFINITY) - (domain?.pages ?? 0)],
    ['bytesPerDomain', hasRoom(domain?.bytes ?? 0, bytesPerDomain)],
  ];
  const [by, pages] = left.reduce((least, one) => (one[1] < least[1] ? one : least));
  const hasBytes = left.every(
    ([name, room]) => room > 0 || name === 'pagesPerHost' || name === 'pagesPerDomain',
  );
  return { by, pages: Math.max(0, pages), hasBytes };
}

/** Whether the budget of its kind lets a URL be visited for the first time. */
export function mayBeNew({ pages, hasBytes }: Allowed, found: Pick<PendingEntry, 'role'>): boolean {
  return countsAsPage(found) ? pages > 0 : hasBytes;
}

function hasRoom(bytes: number, budget: number | undefined): number {
  return budget === undefined || bytes < budget ? Number.POSITIVE_INFINITY : 0;
}

/**
 * Admits URLs of this host as far as its budgets allow. Unknown URLs beyond that are counted and not remembered: the link
 * log has them. Seeds are always admitted.
 */
export function admitWithin(
  body: HostBody,
  candidates: readonly Candidate[],
  budgets: Budgets,
  from = 0,
): readonly Birth[] {
  const { pages, by } = allowance(body, budgets);
  let room = budgets.pendingPerHost - pendingCount(body);
  if (pages > 0 && room >= candidates.length && budgets.depthPerHost === undefined) {
    return admit(body, candidates, from);
  }
  const maxDepth = budgets.depthPerHost ?? Number.POSITIVE_INFINITY;
  const within: Candidate[] = [];
  for (const candidate of candidates) {
    if (candidate.depth === 0 || isKnown(body, candidate.url)) {
      within.push(candidate);
      continue;
    }
    if (candidate.depth > maxDepth) cutOff(body, 'depthPerHost');
    else if (pages === 0) cutOff(body, by);
    else if (room <= 0) cutOff(body, 'pendingPerHost');
    else {
      room -= 1;
      within.push(candidate);
    }
  }
  return admit(body, within, from);
}

function cutOff(body: HostBody, by: keyof Budgets): void {
  const { cut, held } = body.totals.overBudget ?? nothing;
  body.totals.overBudget = { by, held, cut: cut + 1 };
}

const nothing: Omit<OverBudget, 'by'> = { cut: 0, held: 0 };

/** Counts the URLs that wait because no new page may be visited. */
export function countHeld(body: HostBody, { pages, by }: Pick<BudgetAllowance, 'pages' | 'by'>): void {
  const { overBudget } = body.totals;
  const held = pages === 0 ? pendingCount(body) - heldCount(body) : 0;
  if (held === 0 && overBudget === undefined) return;
  body.totals.overBudget = { by: held > 0 ? by : (overBudget?.by ?? by), cut: overBudget?.cut ?? 0, held };
}

/** Resets the count of cut-off links, because they are about to be delivered and counted again. */
export function forgetCutOff(body: HostBody): void {
  if (body.totals.overBudget) body.totals.overBudget = { ...body.totals.overBudget, cut: 0 };
}
