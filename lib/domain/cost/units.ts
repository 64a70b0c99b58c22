import { prices } from './aws-prices.ts';

/**
 * The units by which work is billed, in whole numbers so that counters can sum them. `readHalves`: halves of DynamoDB's
 * read units; `mbMs`: megabytes of Lambda memory times ms; `keptBytes`: bytes of stored objects.
 */
export const costKinds = [
  'pages',
  'turns',
  'writeUnits',
  'readHalves',
  'puts',
  'gets',
  'sqs',
  'invocations',
  'mbMs',
  'secrets',
  'keptBytes',
] as const;

export type CostKind = (typeof costKinds)[number];
/** Absent is 0. */
export type CostUnits = Partial<Readonly<Record<CostKind, number>>>;

/** An item of a bill. */
export interface CostItem {
  readonly name: string;
  readonly amount: number;
  readonly unit: string;
  readonly dollars: number;
}

/** Bytes of a turn's log lines, and of a page's request, which leaves AWS. Measured once (bench/results/costs.md). */
const logBytesPerTurn = 380;
const requestBytesPerPage = 600;

const million = 1_000_000;
const gigabyte = 1_000_000_000;

/** Returns the cost of work by list prices, without free tiers and without storage. */
export function costItems(units: CostUnits): readonly CostItem[] {
  const { perMillion } = prices;
  const of = (kind: CostKind): number => units[kind] ?? 0;
  const item = (name: string, unit: string, amount: number, price: number): CostItem => ({
    ...{ name, unit, amount },
    dollars: amount * price,
  });
  const requests = (name: string, kind: CostKind, price: keyof typeof perMillion): CostItem =>
    item(name, 'requests', of(kind), perMillion[price] / million);
  const writes = item(
    'DynamoDB writes',
    'units',
    of('writeUnits'),
    perMillion['dynamodb.writeUnits'] / million,
  );
  const reads = item(
    'DynamoDB reads',
    'units',
    of('readHalves') / 2,
    perMillion['dynamodb.readUnits'] / million,
  );
  const gbSeconds = of('mbMs') / 1_024 / 1_000;
  return [
    writes,
    reads,
    requests('S3 PUT', 'puts', 's3.put'),
    requests('S3 GET', 'gets', 's3.get'),
    requests('SQS', 'sqs', 'sqs.fifo'),
    item('Lambda', 'GB-seconds', gbSeconds, prices.lambdaArm64PerGbSecond),
    requests('Lambda requests', 'invocations', 'lambda.requests'),
    requests('Secrets Manager', 'secrets', 'secretsmanager.requests'),
    item('CloudWatch logs', 'bytes', of('turns') * logBytesPerTurn, prices.logsPerGb / gigabyte),
    item('data transfer out', 'bytes', of('pages') * requestBytesPerPage, prices.outPerGb / gigabyte),
  ];
}

export function dollarsOf(units: CostUnits): number {
  return costItems(units).reduce((sum, { dollars }) => sum + dollars, 0);
}

/** Returns the cost in billionths of a dollar, the unit of counters. */
export function nanoDollarsOf(units: CostUnits): number {
  return Math.round(dollarsOf(units) * 1e9);
}

export function addUnits(a: CostUnits, b: CostUnits): CostUnits {
  const sums = costKinds.map((kind) => [kind, (a[kind] ?? 0) + (b[kind] ?? 0)] as const);
  return Object.fromEntries(sums.filter(([, sum]) => sum !== 0));
}

/** Splits units by weights into whole numbers that sum to the original. If all weights are 0, the parts are equal. */
export function splitUnits(units: CostUnits, weights: readonly number[]): readonly CostUnits[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const shares = all === 0 ? weights.map(() => 1 / weights.length) : weights.map((weight) => weight / all);
  let before = 0;
  return shares.map((share, index) => {
    const upTo = index === shares.length - 1 ? 1 : before + share;
    const part = costKinds.map((kind) => {
      const whole = units[kind] ?? 0;
      return [kind, Math.round(whole * upTo) - Math.round(whole * before)] as const;
    });
    before = upTo;
    return Object.fromEntries(part.filter(([, value]) => value !== 0));
  });
}

/**
 * Units per fetch and per turn: a line through the measurements of `bench/units.ts` at one and at five pages a turn
 * (bench/results/costs.md). Includes dispatching, harvesting and recycling, but no commands of people.
 */
const measured = {
  writeUnits: { fetch: 1.58, turn: 7.69 },
  readHalves: { fetch: 1.41, turn: 13.6 },
  puts: { fetch: 0.008, turn: 0.092 },
  gets: { fetch: 0, turn: 0.05 },
  sqs: { fetch: 0.013, turn: 0.104 },
  mbMs: { fetch: 0.06 * 1_024_000, turn: 0.068 * 1_024_000 },
  /** Compressed bytes in the bucket of pages of 30–60 KB, with their links. */
  keptBytes: { fetch: 33_000, turn: 0 },
} as const;

/** Estimates the units that a crawl on one machine would have on AWS. */
export function unitsOfWork(pages: number, turns: number): CostUnits {
  const units = Object.entries(measured).map(
    ([kind, { fetch, turn }]) => [kind, Math.round(pages * fetch + turns * turn)] as const,
  );
  return { pages, turns, ...Object.fromEntries(units) };
}
