import { describe, expect, it } from 'vitest';
import { stopProgress, stopReason } from '../../../lib/domain/focus/stop-rules.ts';
import { look, newSupervision, spendingOf } from '../../../lib/domain/focus/supervision.ts';

const spent = { pages: 100, bytes: 5_000, timeMs: 60_000, dollars: 0.5, harvest: 0.2 };

describe('rules by which a crawl stops', () => {
  it.each([
    [{ pages: 100 }, 'stop.pages: 100 pages are fetched, of 100'],
    [{ bytes: 4_999 }, 'stop.bytes: 5000 bytes came, of 4999'],
    [{ timeMs: 60_000 }, 'stop.time: the crawl ran for 60 seconds, of 60'],
    [{ dollars: 0.25 }, 'stop.dollars: $0.5000 are spent, of $0.25'],
    [
      { harvest: { below: 0.25, over: 300 } },
      'stop.harvest: of the last 300 pages 20 % were kept, less than 25 %',
    ],
    [
      { pages: 101, bytes: 5_001, timeMs: 60_001, dollars: 0.51, harvest: { below: 0.2, over: 300 } },
      undefined,
    ],
  ])('%j', (rules, reason) => {
    expect(stopReason(rules, spent)).toBe(reason);
  });

  it('never stop by what is not known', () => {
    const rules = { dollars: 0.0001, harvest: { below: 1, over: 20 } };
    const known = { pages: 1, bytes: 1, timeMs: 1 };
    expect(stopReason(rules, known)).toBeUndefined();
    expect(stopProgress(rules, known)).toEqual([
      { rule: 'dollars', limit: 0.0001, now: undefined, reached: false },
      { rule: 'harvest', limit: 1, now: undefined, reached: false },
    ]);
  });
});

describe('what a crawl has come to', () => {
  const rules = { harvest: { below: 0.1, over: 100 } };

  it('counts from its base, and time only while somebody looks', () => {
    const totals = { pages: 50, bytes: 9, judged: 40, kept: 30, nanoDollars: 2_000_000_000 };
    let supervision = newSupervision(totals, 1_000);
    const more = { pages: 60, bytes: 19, judged: 48, kept: 34, nanoDollars: 2_500_000_000 };
    supervision = look(supervision, more, 61_000, {});
    supervision = look(supervision, more, 5_000_000, {});
    expect(spendingOf(supervision, more, 5_030_000, {}, true)).toEqual({
      ...{ pages: 10, bytes: 10, dollars: 0.5, timeMs: 90_000 },
    });
    expect(supervision.watch).toMatchObject({ judged: 48, kept: 34 });
  });

  it('has the harvest of the last pages once there are so many, whatever came before', () => {
    let supervision = newSupervision({}, 0);
    const harvests: (number | undefined)[] = [];
    for (let judged = 0; judged <= 400; judged += 10) {
      const totals = { judged, kept: Math.min(judged, 200) };
      supervision = look(supervision, totals, 0, rules);
      harvests.push(spendingOf(supervision, totals, 0, rules, false).harvest);
    }
    expect(harvests.slice(0, 10)).toEqual(Array.from({ length: 10 }));
    expect(harvests[20]).toBe(1);
    expect(harvests[25]).toBeCloseTo(0.5, 1);
    expect(harvests[30]).toBe(0);
    expect(supervision.samples.length).toBeLessThanOrEqual(22);
  });
});
