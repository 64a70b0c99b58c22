import { describe, expect, it } from 'vitest';
import { runs, sweep, timeoutMs, usual } from './sweep.ts';

describe('the protocol under random interleavings', () => {
  it(
    'keeps every invariant by the gate alone, when the queue hands out one host side by side',
    async () => {
      const { broken } = await sweep(Math.ceil(runs / 5), { chaos: usual, unordered: true });
      expect(broken).toEqual([]);
    },
    timeoutMs,
  );
});
