import type { HeldReason } from '../../domain/frontier/order.ts';
import { yieldReason } from '../../domain/yield/order.ts';
import { emptyRegion } from '../../domain/yield/region.ts';
import { whatLifts } from '../../domain/yield/region-table.ts';

const minuteMs = 60_000;

/** Why a URL is held, and what to do about it. */
export function explainHold(hold: HeldReason): string {
  const { pattern, kind, estimate } = yieldReason(hold);
  const { fetched, brought, vain, heldSince } = estimate.held?.region ?? emptyRegion();
  const because = {
    barren: `leads to ever more of itself and brings next to nothing new (${brought} of ${fetched} fetches did)`,
    endless: `says something new, but leads to nothing but more of itself (in ${fetched} fetches)`,
    vain: `ends by itself, but brought nothing new in the last ${vain} fetches`,
  }[kind];
  const since = heldSince === 0 ? '' : `, since ${new Date(heldSince * minuteMs).toISOString()}`;
  return `its region ${pattern} ${because}${since}. ${whatLifts(kind)}, or when yield.accept names the region`;
}
