import { expect, it } from 'vitest';
import { RandomEntropy } from '../../../lib/adapters/system/entropy.ts';

it('draws identifiers of 96 bits that are all different', () => {
  const entropy = new RandomEntropy();
  const ids = Array.from({ length: 10_000 }, () => entropy.id());
  expect(new Set(ids).size).toBe(10_000);
  for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{16}$/);
});
