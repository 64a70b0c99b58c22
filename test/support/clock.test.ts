import { describe, expect, it } from 'vitest';
import { FractionalClock, HeldClock } from './clock.ts';

describe('HeldClock', () => {
  it('stands still until it is moved', () => {
    const clock = new HeldClock(1_000);
    expect([clock.now(), clock.monotonic(), clock.nextWake]).toEqual([1_000, 0, undefined]);
  });

  it('wakes sleepers in the order of their times, also those that fall asleep on the way', async () => {
    const clock = new HeldClock(0);
    const woken: string[] = [];
    const sleeper = async (name: string, ...times: number[]): Promise<void> => {
      for (const ms of times) {
        await clock.sleep(ms);
        woken.push(`${name}${clock.now()}`);
      }
    };
    const all = [sleeper('a', 30, 10), sleeper('b', 10, 10, 10), sleeper('c', 1_000)];
    await clock.advance(5);
    expect(woken).toEqual([]);
    expect(clock.nextWake).toBe(5);
    await clock.advance(95);
    expect(woken).toEqual(['b10', 'b20', 'a30', 'b30', 'a40']);
    expect(clock.now()).toBe(100);
    await clock.advance(900);
    await Promise.all(all);
  });

  it('forgets a sleeper that is aborted', async () => {
    const clock = new HeldClock(0);
    const stop = new AbortController();
    const sleeping = clock.sleep(10, stop.signal);
    stop.abort(new Error('enough'));
    await expect(sleeping).rejects.toThrow('enough');
    await expect(clock.sleep(10, stop.signal)).rejects.toThrow('enough');
    expect(clock.nextWake).toBeUndefined();
  });

  it('can be seen from a machine whose clock is wrong', async () => {
    const clock = new HeldClock(1_000);
    const skewed = clock.skewed(-300);
    await clock.advance(50);
    expect([skewed.now(), skewed.monotonic()]).toEqual([750, 50]);
  });
});

describe('FractionalClock', () => {
  it('gives whole epoch times and steady times whose differences are fractions', async () => {
    const clock = new FractionalClock(1_000);
    const [first, second] = [clock.monotonic(), clock.monotonic()];
    expect(second).toBeGreaterThan(first);
    expect(Number.isInteger(second - first)).toBe(false);
    await clock.advance(50);
    expect([clock.now(), Math.floor(clock.monotonic())]).toEqual([1_050, 50]);
  });

  it('never moves on by a millisecond while it is held', () => {
    const clock = new FractionalClock();
    for (let look = 0; look < 3_000; look++) clock.monotonic();
    expect(clock.monotonic()).toBeLessThan(1);
  });
});
