import { describe, expect, test } from 'vitest';
import { worthWaitingFor } from '../../../lib/pipeline/dispatch/worth-waiting.ts';

const now = 1_000_000;
const fresh = { now, awakeMs: 0, earliest: now, sent: 0 };
/** So many hosts, due so many ms from now. */
const hosts = (count: number, inMs: number) => Array.from({ length: count }, () => now + inMs);

describe('a run of the dispatcher', () => {
  test('ends when nothing is due', () => {
    expect(worthWaitingFor([], fresh)).toBeUndefined();
  });

  test('begins a pass at once for a host that is overdue', () => {
    expect(worthWaitingFor(hosts(1, -30_000), fresh)).toBe(now);
  });

  test('waits some seconds for one host, and once only', () => {
    expect(worthWaitingFor(hosts(1, 10_000), fresh)).toBe(now + 10_000);
    expect(worthWaitingFor(hosts(1, 11_000), fresh)).toBeUndefined();
    expect(worthWaitingFor(hosts(1, 5_000), { ...fresh, awakeMs: 9_000, sent: 1 })).toBeUndefined();
  });

  test('counts the time until a pass may begin', () => {
    const run = { ...fresh, awakeMs: 3_000, earliest: now + 10_000 };
    expect(worthWaitingFor(hosts(1, 1_000), { ...run, sent: 5 })).toBeUndefined();
    expect(worthWaitingFor(hosts(1, 1_000), { ...run, sent: 50 })).toBe(now + 10_000);
  });

  test('waits longer the more hosts come, and the more have come', () => {
    expect(worthWaitingFor(hosts(100, 25_000), fresh)).toBe(now + 25_000);
    expect(worthWaitingFor(hosts(1, 10_000), { ...fresh, awakeMs: 15_000, sent: 100 })).toBe(now + 10_000);
  });

  test('passes over a host that is too dear alone for the many that come after it', () => {
    expect(worthWaitingFor([...hosts(1, 12_000), ...hosts(99, 20_000)], fresh)).toBe(now + 20_000);
  });

  test('gathers those that are due within seconds', () => {
    expect(worthWaitingFor([...hosts(80, -20_000), ...hosts(5, 4_000), ...hosts(9, 6_000)], fresh)).toBe(
      now + 4_000,
    );
  });
});
