import fc from 'fast-check';
import { expect, it } from 'vitest';
import { unitsOf } from '../../../lib/adapters/aws/metering/price.ts';
import {
  addUnits,
  type CostKind,
  costItems,
  costKinds,
  dollarsOf,
  splitUnits,
} from '../../../lib/domain/cost/units.ts';

const units = fc
  .uniqueArray(fc.tuple(fc.constantFrom<CostKind>(...costKinds), fc.integer({ min: 1, max: 1_000_000 })), {
    selector: ([kind]) => kind,
  })
  .map((entries) => Object.fromEntries(entries));

it('splits units into whole parts that add up to what was split', () => {
  const weights = fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(units, weights, (whole, shares) => {
      const parts = splitUnits(whole, shares);
      expect(parts).toHaveLength(shares.length);
      expect(parts.reduce(addUnits, {})).toEqual(whole);
      for (const part of parts) for (const value of Object.values(part)) expect(value).toBeGreaterThan(0);
    }),
  );
});

it('costs as much in parts as at once', () => {
  fc.assert(
    fc.property(units, units, (a, b) => {
      expect(dollarsOf(addUnits(a, b))).toBeCloseTo(dollarsOf(a) + dollarsOf(b), 9);
    }),
  );
});

it('names each thing that AWS bills', () => {
  const one = { ...Object.fromEntries(costKinds.map((kind) => [kind, 1_000_000])), mbMs: 1_024_000_000_000 };
  const dollars = Object.fromEntries(
    costItems(one).map((item) => [item.name, Number(item.dollars.toFixed(4))]),
  );
  expect(dollars).toEqual({
    'DynamoDB writes': 0.625,
    'DynamoDB reads': 0.0625,
    'S3 PUT': 5,
    'S3 GET': 0.4,
    SQS: 0.5,
    Lambda: 13.3334,
    'Lambda requests': 0.2,
    'Secrets Manager': 5,
    'CloudWatch logs': 0.19,
    'data transfer out': 0.054,
  });
});

it('remembers the bytes of objects that stay, not of those that are read and deleted', () => {
  const put = (cause: string) => ({
    ...{ service: 's3', operation: 'PutObject', cause, requests: 1 },
    ...{ writeUnits: 0, readUnits: 0, bytes: 500 },
  });
  const spent = unitsOf(['document', 'changes', 'links', 'off-topic', 'staged', 'segment'].map(put), {
    elapsedMs: 0,
    memoryMb: 256,
  });
  expect(spent).toEqual({ puts: 6, keptBytes: 2_000, invocations: 1 });
});
