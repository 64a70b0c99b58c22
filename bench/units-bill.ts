import type { MeterLine } from '../lib/adapters/aws/metering/meter.ts';
import { prices } from '../lib/domain/cost/aws-prices.ts';
import type { MeteredCrawl, Part, PartBill } from '../test/support/cloud/metered-crawl.ts';
import { gbSeconds } from './units-lambda.ts';

/** Billed units, of whatever they are counted over. */
export interface Units {
  writeUnits: number;
  readUnits: number;
  puts: number;
  gets: number;
  sqs: number;
}

/** What one cause in one function had billed. */
export interface Item extends Units {
  readonly part: Part | 'queue';
  readonly cause: string;
}

export interface Bill {
  readonly items: readonly Item[];
  readonly total: Units;
  readonly gbSeconds: Readonly<Record<string, number>>;
  /** Processor time of the harvester, as it was measured. */
  readonly harvestCpuMs: number;
  readonly invocations: number;
  readonly logBytes: number;
}

const perMillion = prices.perMillion;
const gb = 1_000_000_000;
/** Lambda's own START, END and REPORT lines of an invocation, about. */
const platformLogBytes = 400;

/** Itemises a crawl. Lambda receives each batch with one request and deletes it with another; we send no other. */
export function billOf({ parts, batches, pages, turns }: MeteredCrawl): Bill {
  const turnCount = Object.values(turns).reduce((sum, count) => sum + count, 0);
  const shape = { pages, turns: turnCount };
  return bill(parts, batches, (part, one) => gbSeconds(part, one, shape));
}

/** @param batches of tickets that Lambda took from the queue */
export function bill(
  parts: Readonly<Record<Part, PartBill>>,
  batches: number,
  duration: (part: Part, one: PartBill) => number,
): Bill {
  const items = new Map<string, Item>();
  const itemOf = (part: Item['part'], cause: string): Item => {
    const known = items.get(`${part} ${cause}`);
    if (known !== undefined) return known;
    const item: Item = { part, cause, ...noUnits() };
    items.set(`${part} ${cause}`, item);
    return item;
  };
  const list = Object.entries(parts) as [Part, PartBill][];
  for (const [part, { lines }] of list) for (const line of lines) addLine(itemOf(part, line.cause), line);
  if (batches > 0) itemOf('queue', 'receive and delete').sqs += 2 * batches;
  const total = noUnits();
  for (const item of items.values()) {
    for (const unit of unitNames) total[unit] += item[unit];
  }
  return {
    items: [...items.values()],
    total,
    gbSeconds: Object.fromEntries(list.map(([part, one]) => [part, duration(part, one)])),
    harvestCpuMs: parts.harvest.cpuMs,
    invocations: list.reduce((sum, [, { invocations }]) => sum + invocations, 0),
    logBytes: list.reduce((sum, [, one]) => sum + one.logBytes + one.invocations * platformLogBytes, 0),
  };
}

/** In the order in which tables show them. */
export const unitNames = ['writeUnits', 'readUnits', 'puts', 'gets', 'sqs'] as const;

export function noUnits(): Units {
  return { writeUnits: 0, readUnits: 0, puts: 0, gets: 0, sqs: 0 };
}

function addLine(item: Units, { service, operation, requests, writeUnits, readUnits }: MeterLine): void {
  item.writeUnits += writeUnits;
  item.readUnits += readUnits;
  if (service === 'sqs') item.sqs += requests;
  if (service !== 's3' || prices.s3FreeOperations.includes(operation)) return;
  if (prices.s3PutOperations.includes(operation)) item.puts += requests;
  else item.gets += requests;
}

/** List price of units in dollars. */
export function dollars(units: Units): number {
  return (
    (units.writeUnits * perMillion['dynamodb.writeUnits'] +
      units.readUnits * perMillion['dynamodb.readUnits'] +
      units.puts * perMillion['s3.put'] +
      units.gets * perMillion['s3.get'] +
      units.sqs * perMillion['sqs.fifo']) /
    1_000_000
  );
}

/** List price by service in dollars; storage is not in it. */
export function dollarsByService({ total, ...bill }: Bill): Readonly<Record<string, number>> {
  const only = (names: readonly (keyof Units)[]) =>
    dollars({ ...noUnits(), ...Object.fromEntries(names.map((name) => [name, total[name]])) });
  const lambdaSeconds = Object.values(bill.gbSeconds).reduce((sum, one) => sum + one, 0);
  return {
    'DynamoDB writes': only(['writeUnits']),
    'DynamoDB reads': only(['readUnits']),
    'S3 PUT': only(['puts']),
    'S3 GET': only(['gets']),
    SQS: only(['sqs']),
    Lambda:
      lambdaSeconds * prices.lambdaArm64PerGbSecond +
      (bill.invocations * perMillion['lambda.requests']) / 1_000_000,
    logs: (bill.logBytes / gb) * prices.logsPerGb,
  };
}
