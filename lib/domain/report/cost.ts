import { prices } from '../cost/aws-prices.ts';
import { type CostItem, costItems, unitsOfWork } from '../cost/units.ts';

export type { CostItem } from '../cost/units.ts';

/** What a crawl comes to on AWS at list prices, without free tiers and without a month's storage. */
export interface CostEstimate {
  readonly items: readonly CostItem[];
  readonly dollars: number;
  readonly perMillionPages?: number;
  /** `us-east-1, 2026-11-21` */
  readonly prices: string;
}

/** What was done. */
export interface WorkDone {
  readonly fetches: number;
  readonly turns: number;
}

/** By what was measured of other crawls (`unitsOfWork`). */
export function estimateCost({ fetches, turns }: WorkDone): CostEstimate {
  const all = costItems(unitsOfWork(fetches, turns));
  const items = all
    .filter(({ amount }) => amount > 0)
    .map((item) => ({ ...item, amount: Math.round(item.amount) }));
  const dollars = items.reduce((sum, one) => sum + one.dollars, 0);
  return {
    items,
    dollars,
    ...(fetches === 0 ? {} : { perMillionPages: (dollars / fetches) * 1_000_000 }),
    prices: `${prices.region}, ${prices.date}`,
  };
}
