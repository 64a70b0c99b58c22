import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { SystemClock } from '../../../lib/adapters/system/clock.ts';

/** A machine whose clocks the test turns. */
function machine() {
  const source = { wallMs: 1_000_000, steadyMs: 500.25 };
  const clock = new SystemClock({ wall: () => source.wallMs, steady: () => source.steadyMs });
  const pass = (ms: number): void => {
    source.wallMs += ms;
    source.steadyMs += ms;
  };
  return { source, clock, pass };
}

describe('SystemClock', () => {
  it('tells the time of the machine in whole milliseconds', () => {
    const { clock, pass } = machine();
    expect(clock.now()).toBe(1_000_000);
    pass(1_234.5);
    expect(clock.now()).toBe(1_001_234);
    expect(clock.monotonic()).toBe(1_734.75);
    expect(Math.abs(new SystemClock().now() - Date.now())).toBeLessThan(5_000);
  });

  it.each([-3_600_000, -1])('goes on evenly when the machine’s clock is set by %i ms', (step) => {
    const { source, clock, pass } = machine();
    pass(10_000);
    source.wallMs += step;
    expect(clock.now()).toBe(1_010_000);
    pass(10_000);
    expect(clock.now()).toBe(1_020_000);
  });

  it('is never behind the machine’s clock, however often the steady clock stands still for a moment', () => {
    const { source, clock, pass } = machine();
    for (const stoodMs of [1, 250, 1_200, 4_999, 60_000]) {
      pass(800);
      source.wallMs += stoodMs;
      expect(clock.now()).toBe(source.wallMs);
    }
    // What the clock lost before it was set back is not lost again.
    source.wallMs -= 3_000;
    pass(1_000);
    source.wallMs += 1_200;
    expect(clock.now()).toBe(source.wallMs + 1_800);
  });

  it('leaps forward when the machine slept, and does not go back when the leap was a mistake', () => {
    const { source, clock, pass } = machine();
    source.wallMs += 3_600_000;
    expect(clock.now()).toBe(4_600_000);
    expect(clock.monotonic()).toBe(500.25);
    source.wallMs -= 3_600_000;
    pass(1_000);
    expect(clock.now()).toBe(4_601_000);
  });

  it('sleeps, not at all for nothing, and wakes with the reason of its signal', async () => {
    const clock = new SystemClock();
    const before = clock.monotonic();
    await clock.sleep(0);
    await clock.sleep(-5);
    await clock.sleep(20);
    expect(clock.monotonic() - before).toBeGreaterThanOrEqual(19);
    const stop = new AbortController();
    const long = clock.sleep(Number.MAX_SAFE_INTEGER, stop.signal);
    stop.abort(new Error('enough'));
    await expect(long).rejects.toThrow('enough');
    await expect(clock.sleep(1, stop.signal)).rejects.toThrow('enough');
  });

  it('continues the time of a clock on another thread', async () => {
    const clock = new SystemClock();
    const file = new URL('../../../lib/adapters/system/clock.ts', import.meta.url);
    const told = `import(${JSON.stringify(file.href)}).then(({ SystemClock }) => {
      const clock = new SystemClock(undefined, ${clock.offset + 3_600_000});
      require('node:worker_threads').parentPort.postMessage([clock.monotonic(), clock.now()]);
    });`;
    const before = [clock.monotonic(), clock.now()];
    const worker = new Worker(told, { eval: true });
    const [[steady, now]] = (await once(worker, 'message')) as [[number, number]];
    expect(steady).toBeGreaterThanOrEqual(before[0] as number);
    expect(steady).toBeLessThanOrEqual(clock.monotonic());
    // The clock of the machine was set back by an hour since: time does not go back on another thread.
    expect(now).toBeGreaterThanOrEqual((before[1] as number) + 3_600_000);
    expect(now).toBeLessThanOrEqual(clock.now() + 3_600_001);
  });

  it('does not wake at once from a sleep that is longer than a timer can be', async () => {
    const clock = new SystemClock();
    const stop = new AbortController();
    const long = clock.sleep(2 ** 40, stop.signal).then(
      () => 'woke',
      () => 'stopped',
    );
    await clock.sleep(30);
    stop.abort();
    expect(await long).toBe('stopped');
  });
});
