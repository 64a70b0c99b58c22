import { expect } from 'vitest';
import { type Access, overlaps, smallestGap } from '../../support/web/web-server.ts';

/** What the server saw must hold for every host: one request at a time, never closer than the gap, robots.txt first. */
export function expectPolite(log: readonly Access[], gapMs: number): void {
  expect(overlaps(log)).toEqual([]);
  expect(smallestGap(log)).toBeGreaterThanOrEqual(gapMs);
  for (const [first] of Map.groupBy(log, ({ host }) => host).values()) {
    expect(first?.path).toBe('/robots.txt');
  }
}
