import { prices } from './aws-prices.ts';
import type { Month } from './month.ts';
import { type StandingCosts, standingItems } from './standing-costs.ts';
import { type CostItem, type CostUnits, costItems, dollarsOf } from './units.ts';

/**
 * Bytes in DynamoDB of a page of the collection: its record and its share of the host's state. Measured
 * (bench/results/costs.md).
 */
const tableBytesPerPage = 460;
const gigabyte = 1_000_000_000;

/**
 * Returns the cost of storage in a month, by list prices.
 * @param before units stored before the month
 * @param added units added in the month, taken to be added evenly
 * @param part part of the month to pay for, 0 to 1
 */
function keptItems(before: CostUnits, added: CostUnits, part: number): readonly CostItem[] {
  const { dynamodb, dynamodbBackup, s3 } = prices.perGbMonth;
  const item = (name: string, bytesOf: (units: CostUnits) => number, price: number): CostItem => {
    const gbMonths = ((bytesOf(before) + bytesOf(added) / 2) / gigabyte) * part;
    return { name, amount: gbMonths, unit: 'GB-months', dollars: gbMonths * price };
  };
  return [
    item('S3 storage', ({ keptBytes = 0 }) => keptBytes, s3),
    item('DynamoDB storage', ({ pages = 0 }) => pages * tableBytesPerPage, dynamodb + dynamodbBackup),
  ];
}

/** The cost of a job in a month, in dollars by list prices without free tiers. */
export interface CostReport {
  readonly job: string;
  /** `2026-11`, UTC. */
  readonly month: string;
  /** `billed`: metered work that AWS bills. `estimated`: a crawl on one machine, with the cost it would have on AWS. */
  readonly basis: 'billed' | 'estimated';
  /** `us-east-1, 2026-11-21` */
  readonly prices: string;
  readonly pages: number;
  /** Work of this month so far. */
  readonly work: readonly CostItem[];
  /** Storage, for the past part of the month. */
  readonly kept: readonly CostItem[];
  /** Cost of work and storage. */
  readonly dollars: number;
  /** Cost of work only; absent before the first page. */
  readonly perMillionPages?: number;
  /** Estimate for the whole month, and the assumption in words. */
  readonly forecast: { readonly dollars: number; readonly rule: string };
  readonly budget?: { readonly limit: number; readonly spent: number; readonly holds: boolean };
  /** Monthly cost of the stack, independent of jobs. */
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
  /** Units of this month, and of all months before. */
  readonly spent: CostUnits;
  readonly before: CostUnits;
  /** The job's budget, dollars a month. */
  readonly limit?: number;
  /** Standing costs of the stack; absent on one machine. */
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
 * Estimates the cost at the end of the month. An open job is assumed to continue at its average pace since the start of
 * the month, or since its creation if that is later, but not beyond its budget. Another job is assumed to do nothing
 * more. Storage is paid to the end of the month. For a job younger than a day, the work so far counts as the work of a
 * day, so that a job of one minute is not extrapolated.
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
