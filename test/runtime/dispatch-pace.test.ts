import { beforeEach, expect, test } from 'vitest';
import { type DispatchPace, dispatchPace } from '../../lib/runtime/embedded/dispatch-pace.ts';

let now = 0;
let pace: DispatchPace;
beforeEach(() => {
  now = 1_000;
  pace = dispatchPace({ monotonic: () => now });
});

test('the dispatcher looks at once when it has not looked yet, and when no turn runs', () => {
  expect(pace.restMs(100)).toBeLessThanOrEqual(0);
  pace.looked();
  expect(pace.restMs(0)).toBe(0);
});

test('it looks every 50 ms while turns run', () => {
  pace.looked();
  expect(pace.restMs(100)).toBe(50);
  now += 50;
  expect(pace.restMs(100)).toBe(0);
});

test('a turn that ends among few has its host looked for at once, one among many with those that end within 25 ms', () => {
  pace.looked();
  pace.ended();
  expect(pace.restMs(7)).toBe(0);
  expect(pace.restMs(8)).toBe(25);
  now += 30;
  expect(pace.restMs(8)).toBeLessThanOrEqual(0);
  pace.looked();
  expect(pace.restMs(8)).toBe(50);
});
