import { expect, it } from 'vitest';
import { runs, sweep, timeoutMs, usual } from './sweep.ts';

it(
  'keeps every invariant when a commit, or a put of changes, is never answered, and its worker has other turns beside it',
  async () => {
    const { broken } = await sweep(Math.max(4, runs / 4), { chaos: usual, hangs: 0.03, batch: 10 });
    expect(broken).toEqual([]);
  },
  timeoutMs,
);
