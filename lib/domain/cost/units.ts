import { prices } from './aws-prices.ts';

/**
 * What work is billed by: whole numbers, so that counters can add them up. `readHalves` are halves of DynamoDB's read units,
 * `mbMs` megabytes of Lambda's memory times ms, `keptBytes` bytes of objects that stay.
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

/** Bytes of a turn's lines in the log, and of a page's request (it leaves AWS): measured once, bench/results/costs.md. */
const logBytesPerTurn = 380;
const requestBytesPerPage = 600;

const million = 1_000_000;
const gigabyte = 1_000_000_000;

/** What units come to by list prices, without free tiers and without what is kept. */
export function costItems(units: CostUnits): readonly CostItem[] {
  const { perMillion } = prices;
  const of = (kind: CostKind): number => units[kind] ?? 0;
  const item = (name: string, unit: string, amount: number, price: number): CostItem => ({
    ...{ name, unit, amount },
    dollars: amount * price,
  });
  const asked = (name: string, kind: CostKind, price: keyof typeof perMillion): CostItem =>
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
    asked('S3 PUT', 'puts', 's3.put'),
    asked('S3 GET', 'gets', 's3.get'),
    asked('SQS', 'sqs', 'sqs.fifo'),
    item('Lambda', 'GB-seconds', gbSeconds, prices.lambdaArm64PerGbSecond),
    asked('Lambda requests', 'invocations', 'lambda.requests'),
    asked('Secrets Manager', 'secrets', 'secretsmanager.requests'),
    item('CloudWatch logs', 'bytes', of('turns') * logBytesPerTurn, prices.logsPerGb / gigabyte),
    item('data transfer out', 'bytes', of('pages') * requestBytesPerPage, prices.outPerGb / gigabyte),
  ];
}

export function dollarsOf(units: CostUnits): number {
  return costItems(units).reduce((sum, { dollars }) => sum + dollars, 0);
}

/** Billionths of a dollar: what counters hold. */
export function nanoDollarsOf(units: CostUnits): number {
  return Math.round(dollarsOf(units) * 1e9);
}

export function addUnits(a: CostUnits, b: CostUnits): CostUnits {
  const sums = costKinds.map((kind) => [kind, (a[kind] ?? 0) + (b[kind] ?? 0)] as const);
  return Object.fromEntries(sums.filter(([, sum]) => sum !== 0));
}

/** Units split by weights, in whole numbers that add up to what was split. Without any weight, in equal parts. */
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
 * Units by fetch and by turn: a line through what `bench/units.ts` measured at one page a turn and at five
 * (bench/results/costs.md).
 * Dispatch, harvest and recycle together; nothing that people ask for.
 */
const measured = {
  writeUnits: { fetch: 1.33, turn: 10.03 },
  readHalves: { fetch: 2.24, turn: 13.6 },
  puts: { fetch: 1, turn: 1.14 },
  gets: { fetch: 0, turn: 0.138 },
  sqs: { fetch: 0, turn: 0.497 },
  mbMs: { fetch: 0.054 * 1_024_000, turn: 0.226 * 1_024_000 },
  /** What pages of 30–60 KB with their links come to in the bucket, compressed. */
  keptBytes: { fetch: 33_000, turn: 0 },
} as const;

/** What work would be billed by on AWS, where nothing is billed. */
export function unitsOfWork(pages: number, turns: number): CostUnits {
  const units = Object.entries(measured).map(
    ([kind, { fetch, turn }]) => [kind, Math.round(pages * fetch + turns * turn)] as const,
  );
  return { pages, turns, ...Object.fromEntries(units) };
}
