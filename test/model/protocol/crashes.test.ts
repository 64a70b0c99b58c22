import { describe, expect, it } from 'vitest';
import { runs, sweep, timeoutMs, usual } from './sweep.ts';

describe('the protocol under random interleavings', () => {
  it(
    'keeps every invariant when workers die at one step in fifty',
    async () => {
      const { broken } = await sweep(Math.ceil(runs / 5), { chaos: { ...usual, crash: 0.02 } });
      expect(broken).toEqual([]);
    },
    timeoutMs,
  );
});
