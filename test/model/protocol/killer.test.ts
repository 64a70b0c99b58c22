import { describe, expect, it } from 'vitest';
import { runs, sweep, timeoutMs, usual } from './sweep.ts';

describe('the protocol under random interleavings', () => {
  it(
    'gives up a page that kills every worker, and that page alone',
    async () => {
      const { broken } = await sweep(Math.ceil(runs / 5), { chaos: usual, killer: true });
      expect(broken).toEqual([]);
    },
    timeoutMs,
  );
});
