import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JobOutlook, nextStep } from '../../../lib/domain/control/crawl-end.ts';

const now = 1_000_000;
const idle: JobOutlook = { isPaused: false, isMoving: false, next: [] };
const due = (inMs: number, patienceMs: number): JobOutlook => ({
  ...idle,
  next: [{ at: now + inMs, patienceMs }],
});

describe('a crawl on one machine', () => {
  it('ends when nothing is ever due', () => {
    expect(nextStep([idle], now)).toEqual({ kind: 'end', end: 'done' });
  });

  it('waits for what is due within its patience, and for nothing that is due later', () => {
    expect(nextStep([due(60_000, 60_000)], now)).toEqual({ kind: 'wait', ms: 60_000 });
    expect(nextStep([due(60_001, 60_000)], now)).toEqual({ kind: 'end', end: 'done' });
  });

  it('looks again at once for what is overdue', () => {
    expect(nextStep([due(-5, 0)], now)).toEqual({ kind: 'wait', ms: 0 });
  });

  it('goes on while tickets are out, whatever is due', () => {
    expect(nextStep([{ ...idle, isMoving: true }], now).kind).toBe('wait');
  });

  it('is paused where all of its jobs are', () => {
    const paused = { ...due(0, 0), isPaused: true };
    expect(nextStep([paused, paused], now)).toEqual({ kind: 'end', end: 'paused' });
    expect(nextStep([paused, idle], now)).toEqual({ kind: 'end', end: 'done' });
  });

  it('wakes for the first of what is due, also where it is another that keeps it from ending', () => {
    const next = fc.record({
      at: fc.integer({ min: now - 1_000, max: now + 10_000 }),
      patienceMs: fc.nat(5_000),
    });
    fc.assert(
      fc.property(fc.array(next, { minLength: 1 }), (all) => {
        const step = nextStep([{ ...idle, next: all }], now);
        const isWaitedFor = all.some(({ at, patienceMs }) => at - now <= patienceMs);
        expect(step.kind).toBe(isWaitedFor ? 'wait' : 'end');
        if (step.kind === 'wait')
          expect(now + step.ms).toBe(Math.max(now, Math.min(...all.map(({ at }) => at))));
      }),
    );
  });
});
