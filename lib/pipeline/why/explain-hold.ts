import type { HeldReason } from '../../domain/frontier/order.ts';
import { yieldReason } from '../../domain/yield/order.ts';
import { whatLifts } from '../../domain/yield/region-table.ts';

/** Why a URL is held, and what to do about it. */
export function explainHold(hold: HeldReason): string {
  const { pattern, kind, estimate } = yieldReason(hold);
  const { fetched, brought } = estimate.held?.region ?? { fetched: 0, brought: 0 };
  const because = {
    barren: `brings next to nothing new (${brought} of ${fetched} fetches did)`,
    endless: `leads to nothing but more of itself (in ${fetched} fetches)`,
  }[kind];
  return `its region ${pattern} ${because}. ${whatLifts(kind)}, or yield.accept names the region`;
}
