import { describe, expect, it } from 'vitest';
import { runs, sweep, timeoutMs, usual } from './sweep.ts';

describe('the protocol under random interleavings', () => {
  it.each([
    ['stay as they are', false],
    ['change between two fetches', true],
  ])(
    'keeps every invariant while documents are converted, orders are lost and doubled, and converters die; pages %s',
    async (_, changing) => {
      const { broken, lost, doubled } = await sweep(Math.ceil(runs / 8), {
        chaos: { ...usual, crash: 0.01 },
        documents: true,
        changing,
      });
      expect(broken).toEqual([]);
      expect(lost + doubled).toBeGreaterThan(0);
    },
    timeoutMs,
  );
});
