import { describe, expect, it } from 'vitest';
import { runs, sweep, timeoutMs, usual } from './sweep.ts';

describe('the protocol when tickets share messages', () => {
  it(
    'keeps every invariant through crashes, and turns that are done come back with those that are not',
    async () => {
      const { broken } = await sweep(Math.ceil(runs / 5), { chaos: usual, together: true });
      expect(broken).toEqual([]);
    },
    timeoutMs,
  );

  it(
    'does so with a page that kills its workers, and gives up no other page',
    async () => {
      const { broken } = await sweep(Math.ceil(runs / 5), { chaos: usual, together: true, killer: true });
      expect(broken).toEqual([]);
    },
    timeoutMs,
  );

  it(
    'does so when commits are never answered, which gives turns back one by one',
    async () => {
      const { broken } = await sweep(Math.ceil(runs / 5), { chaos: usual, together: true, hangs: 0.02 });
      expect(broken).toEqual([]);
    },
    timeoutMs,
  );
});
