import { prices } from '../../domain/aws-prices.ts';
import type { MeterLine } from './meter.ts';

/** What an invocation used beside what its meter counted. */
export interface Invocation {
  /** Billed time so far, ms. */
  readonly elapsedMs: number;
  readonly memoryMb: number;
}

/**
 * What AWS bills for an invocation so far, in billionths of a dollar: list prices of one region (`aws-prices.ts`) without
 * free tiers, storage, logs and traffic.
 */
export function nanoDollars(lines: readonly MeterLine[], { elapsedMs, memoryMb }: Invocation): number {
  const { perMillion, lambdaArm64PerGbSecond } = prices;
  const requests = lines.reduce((sum, line) => sum + millionOf(line), perMillion['lambda.requests']);
  const gbSeconds = (elapsedMs / 1_000) * (memoryMb / 1_024);
  return Math.round(requests * 1_000 + gbSeconds * lambdaArm64PerGbSecond * 1e9);
}

/** What a million times as much would cost, in dollars. */
function millionOf({ service, operation, requests, writeUnits, readUnits }: MeterLine): number {
  const { perMillion } = prices;
  switch (service) {
    case 'dynamodb':
      return writeUnits * perMillion['dynamodb.writeUnits'] + readUnits * perMillion['dynamodb.readUnits'];
    case 's3':
      if (prices.s3FreeOperations.includes(operation)) return 0;
      return requests * perMillion[prices.s3PutOperations.includes(operation) ? 's3.put' : 's3.get'];
    case 'sqs':
      return requests * perMillion['sqs.fifo'];
    default:
      return 0;
  }
}
