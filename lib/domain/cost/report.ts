import { prices } from './aws-prices.ts';
import { keptItems } from './kept-items.ts';
import type { Month } from './month.ts';
import { type StandingCosts, standingItems } from './standing-costs.ts';
import { type CostItem, type CostUnits, costItems, dollarsOf } from './units.ts';

/** What a job costs in a month, in dollars of list prices without free tiers. */
export interface CostReport {
  readonly job: string;
  /** `2026-11`, UTC. */
  readonly month: string;
  /** `billed`: AWS bills it, as metered. `estimated`: nothing is billed on one machine; it is what it would come to on AWS. */
  readonly basis: 'billed' | 'estimated';
  /** `us-east-1, 2026-11-21` */
  readonly prices: string;
  readonly pages: number;
  /** What was done this month so far. */
  readonly work: readonly CostItem[];
  /** What is kept, for the part of the month that is over. */
  readonly kept: readonly CostItem[];
  /** Of work and what is kept. */
  readonly dollars: number;
  /** Of work alone; absent before the first page. */
  readonly perMillionPages?: number;
  /** The whole month. */
  readonly forecast: { readonly dollars: number; readonly rule: string };
  readonly budget?: { readonly limit: number; readonly spent: number; readonly holds: boolean };
  /** What the stack costs in a month beside its jobs. */
  readonly standing?: { readonly items: readonly CostItem[]; readonly dollars: number };
}

export interface CostFacts {
  readonly job: string;
  readonly isOpen: boolean;
  /** Epoch ms when the job was made. */
  readonly createdAt: number;
  readonly month: Month;
  readonly now: number;
  readonly isBilled: boolean;
  /** Units of this month, and of all before. */
  readonly spent: CostUnits;
  readonly before: CostUnits;
  /** Dollars a month. */
  readonly limit?: number;
  /** Of the stack, where there is one. */
  readonly standing?: StandingCosts;
}

const dayMs = 86_400_000;

const dollarsIn = (items: readonly CostItem[]): number =>
  items.reduce((sum, { dollars }) => sum + dollars, 0);

export function costReport(facts: CostFacts): CostReport {
  const { job, month, now, spent, before, isBilled, limit } = facts;
  const work = costItems(spent).filter(({ amount }) => amount > 0);
  const kept = keptItems(before, spent, partOver(facts)).filter(({ amount }) => amount > 0);
  const worked = dollarsOf(spent);
  const pages = spent.pages ?? 0;
  const standing = facts.standing === undefined ? undefined : standingItems(facts.standing);
  return {
    ...{ job, month: month.name, basis: isBilled ? 'billed' : 'estimated' },
    prices: `${prices.region}, ${prices.date}`,
    ...{ pages, work, kept },
    dollars: worked + dollarsIn(kept),
    ...(pages === 0 ? {} : { perMillionPages: (worked / pages) * 1_000_000 }),
    forecast: forecast(facts, now),
    ...(limit === undefined ? {} : { budget: { limit, spent: worked, holds: isBilled } }),
    ...(standing === undefined ? {} : { standing: { items: standing, dollars: dollarsIn(standing) } }),
  };
}

function partOver({ month, now }: CostFacts): number {
  return (now - month.start) / (month.end - month.start);
}

/**
 * The month's end: an open job goes on as it did on the average since the month began, or since it was made when that is
 * later, and no further than its budget; another one does nothing more. What is kept is paid to the end. What a new job has
 * done in less than a day is taken for what it does in a day: one that has ended after a minute does not go on like that.
 */
function forecast(facts: CostFacts, now: number): CostReport['forecast'] {
  const { month, createdAt, spent, before, isOpen, isBilled, limit } = facts;
  const since = Math.max(month.start, createdAt);
  const least = createdAt > month.start ? dayMs : 1;
  const [over, left] = [Math.max(now - since, least), month.end - now];
  const factor = isOpen ? 1 + left / over : 1;
  const cap = isBilled && limit !== undefined ? limit : Number.POSITIVE_INFINITY;
  const worked = dollarsOf(spent);
  const work = Math.max(worked, Math.min(worked * factor, cap));
  const growth = worked === 0 ? 1 : work / worked;
  const grown = Object.fromEntries(Object.entries(spent).map(([kind, value]) => [kind, value * growth]));
  const days = Math.max(1, Math.round(over / dayMs));
  const pace = `it goes on as in the last ${days === 1 ? 'day' : `${days} days`}`;
  const rule = !isOpen
    ? 'it is not open: nothing more but what is kept'
    : work >= cap
      ? `${pace}, until its budget is spent`
      : pace;
  return { dollars: work + dollarsIn(keptItems(before, grown, 1)), rule };
}
