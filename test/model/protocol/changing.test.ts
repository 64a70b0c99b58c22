import { describe, expect, it } from 'vitest';
import { runs, sweep, timeoutMs, usual } from './sweep.ts';

describe('the protocol under random interleavings', () => {
  it(
    'keeps every invariant while pages change between two fetches, and come to say what others say',
    async () => {
      const { broken } = await sweep(Math.ceil(runs / 8), {
        chaos: { ...usual, crash: 0.01 },
        changing: true,
      });
      expect(broken).toEqual([]);
    },
    timeoutMs,
  );
});
