import { expect, it } from 'vitest';
import type { MeterLine } from '../../../../lib/adapters/aws/metering/meter.ts';
import { unitsOf } from '../../../../lib/adapters/aws/metering/price.ts';
import { nanoDollarsOf } from '../../../../lib/domain/cost/units.ts';

const line = (service: string, operation: string, counts: Partial<MeterLine>): MeterLine => ({
  ...{ service, operation, cause: 'x', requests: 0, writeUnits: 0, readUnits: 0, bytes: 0 },
  ...counts,
});
const idle = { elapsedMs: 0, memoryMb: 512 };
const request = 200;

it.each([
  ['nothing but the invocation', [], idle, request],
  ['a gigabyte for a second', [], { elapsedMs: 2_000, memoryMb: 512 }, request + 13_333],
  [
    'write and read units',
    [line('dynamodb', 'PutItem', { requests: 1, writeUnits: 4, readUnits: 2 })],
    idle,
    request + 2_750,
  ],
  [
    'a PUT and a GET',
    [line('s3', 'PutObject', { requests: 1 }), line('s3', 'GetObject', { requests: 1 })],
    idle,
    request + 5_400,
  ],
  ['a DELETE, which is free', [line('s3', 'DeleteObject', { requests: 9 })], idle, request],
  ['messages', [line('sqs', 'SendMessageBatch', { requests: 2 })], idle, request + 1_000],
] as const)('prices %s', (_, lines, invocation, expected) => {
  expect(nanoDollarsOf(unitsOf(lines, invocation))).toBe(expected);
});
