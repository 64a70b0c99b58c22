import { prices } from '../aws-prices.ts';

/** An item of a bill. */
export interface CostItem {
  readonly name: string;
  readonly amount: number;
  readonly unit: string;
  readonly dollars: number;
}

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

/**
 * Units by fetch and by turn: a line through what `bench/units.ts` measured at one page a turn and at five (docs/costs.md).
 * Dispatch, harvest and recycle together; nothing that people ask for.
 */
const measured = {
  writeUnits: { fetch: 1.31, turn: 9.19 },
  readUnits: { fetch: 1.06, turn: 6.45 },
  puts: { fetch: 1, turn: 1.14 },
  gets: { fetch: 0, turn: 0.138 },
  sqs: { fetch: 0, turn: 0.497 },
  gbSeconds: { fetch: 0.054, turn: 0.226 },
  logBytes: { fetch: 0, turn: 380 },
} as const;

const million = 1_000_000;
const gigabyte = 1_000_000_000;

export function estimateCost(done: WorkDone): CostEstimate {
  const { perMillion } = prices;
  const units = (kind: keyof typeof measured): number =>
    done.fetches * measured[kind].fetch + done.turns * measured[kind].turn;
  const item = (name: string, unit: string, amount: number, price: number): CostItem => ({
    name,
    unit,
    amount: Math.round(amount),
    dollars: amount * price,
  });
  const items = [
    item('DynamoDB writes', 'units', units('writeUnits'), perMillion['dynamodb.writeUnits'] / million),
    item('DynamoDB reads', 'units', units('readUnits'), perMillion['dynamodb.readUnits'] / million),
    item('S3 PUT', 'requests', units('puts'), perMillion['s3.put'] / million),
    item('S3 GET', 'requests', units('gets'), perMillion['s3.get'] / million),
    item('SQS', 'requests', units('sqs'), perMillion['sqs.fifo'] / million),
    item('Lambda', 'GB-seconds', units('gbSeconds'), prices.lambdaArm64PerGbSecond),
    item('Logs', 'bytes', units('logBytes'), prices.logsPerGb / gigabyte),
  ];
  const dollars = items.reduce((sum, one) => sum + one.dollars, 0);
  return {
    items,
    dollars,
    ...(done.fetches === 0 ? {} : { perMillionPages: (dollars / done.fetches) * million }),
    prices: `${prices.region}, ${prices.date}`,
  };
}
