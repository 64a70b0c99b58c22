import { describe, expect, it } from 'vitest';
import { standStill } from '../../../lib/runtime/workers/stand-still.ts';

const limits = { pageMs: 3_000, silentMs: 10_000 };

describe('a worker stands still', () => {
  it('when it reads one page for longer than the limit', () => {
    const look = standStill(limits);
    const state = { reads: 5, beats: 1 };
    expect([0, 1_000, 2_000].map((at) => look(state, at))).toEqual([undefined, undefined, undefined]);
    expect(look(state, 3_000)).toBe('reading it took longer than 3000 ms');
  });

  it('not when it reads one page after the other', () => {
    const look = standStill(limits);
    for (let at = 0; at < 20_000; at += 1_000)
      expect(look({ reads: 1 + at / 500, beats: at }, at)).toBeUndefined();
  });

  it('when its event loop does, whatever it does', () => {
    const look = standStill(limits);
    const seen = Array.from({ length: 11 }, (_, i) => look({ reads: 4, beats: 7 }, i * 1_000));
    expect(seen.slice(0, 10).every((one) => one === undefined)).toBe(true);
    expect(seen[10]).toBe('it stood still for 10000 ms');
  });

  it.each([
    [{ reads: 4, beats: 7 }, 10_000],
    [{ reads: 5, beats: 7 }, 3_000],
  ])(
    'in time also when each look at %j is late, because who looks waited for the worker',
    (state, limitMs) => {
      for (const everyMs of [limitMs / 20, limitMs / 3, limitMs / 2.5]) {
        const look = standStill(limits);
        let at = 0;
        while (look(state, at) === undefined) at += everyMs;
        expect(at).toBeLessThanOrEqual(limitMs + everyMs);
      }
    },
  );

  it('not when nobody looked meanwhile, as while the machine slept', () => {
    const look = standStill(limits);
    expect(look({ reads: 5, beats: 1 }, 0)).toBeUndefined();
    expect(look({ reads: 5, beats: 1 }, 3_600_000)).toBeUndefined();
    expect(look({ reads: 5, beats: 1 }, 3_601_000)).toBeUndefined();
    // It beats again, and reads on.
    expect(look({ reads: 6, beats: 2 }, 3_602_000)).toBeUndefined();
  });
});
