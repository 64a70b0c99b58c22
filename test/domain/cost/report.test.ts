import { describe, expect, it } from 'vitest';
import { monthOf, monthsFrom } from '../../../lib/domain/cost/month.ts';
import { type CostFacts, costReport } from '../../../lib/domain/cost/report.ts';

const day = 86_400_000;
const november = monthOf(Date.UTC(2026, 10, 21));

describe('a month', () => {
  it('is that of the calendar, in UTC', () => {
    expect(november).toEqual({ name: '2026-11', start: Date.UTC(2026, 10), end: Date.UTC(2026, 11) });
    expect(monthOf(november.end).name).toBe('2026-12');
    expect(monthOf(november.end - 1).name).toBe('2026-11');
  });

  it('follows upon the one before, over the turn of the year', () => {
    const names = monthsFrom(Date.UTC(2026, 10, 30), Date.UTC(2027, 0, 1)).map(({ name }) => name);
    expect(names).toEqual(['2026-11', '2026-12', '2027-01']);
    expect(monthsFrom(november.start, november.start)).toEqual([november]);
  });
});

/** Ten days into November, with ten dollars of PUTs. */
const facts = (more: Partial<CostFacts> = {}): CostFacts => ({
  ...{ job: 'birds', isOpen: true, createdAt: 0, isBilled: true },
  ...{ month: november, now: november.start + 10 * day, before: {} },
  spent: { puts: 2_000_000, pages: 1_000_000 },
  ...more,
});
const rounded = (dollars: number): number => Math.round(dollars * 100) / 100;

describe('what a job costs', () => {
  it('is what it did, item by item, with what a million pages come to', () => {
    const report = costReport(facts());
    expect(report.work.map(({ name, amount }) => [name, amount])).toEqual([
      ['S3 PUT', 2_000_000],
      ['data transfer out', 600_000_000],
    ]);
    expect(rounded(report.perMillionPages ?? 0)).toBe(10.05);
    expect(report.basis).toBe('billed');
  });

  it('grows by what is kept: what there was from the first, what came since by half', () => {
    const gb = 1_000_000_000;
    const { kept } = costReport(facts({ before: { keptBytes: 30 * gb }, spent: { keptBytes: 6 * gb } }));
    expect(kept).toEqual([
      { name: 'S3 storage', amount: 11, unit: 'GB-months', dollars: expect.closeTo(11 * 0.023, 6) },
    ]);
  });

  it('is expected to go on as it did, since the month began or since the job was made', () => {
    expect(rounded(costReport(facts()).forecast.dollars)).toBe(30.47);
    const young = facts({ createdAt: november.start + 5 * day });
    expect(rounded(costReport(young).forecast.dollars)).toBe(50.79);
    expect(costReport(young).forecast.rule).toBe('it goes on as in the last 5 days');
  });

  it('is not expected to go on by the minute where a job is new', () => {
    const now = november.start + 20 * day;
    const ofMinute = costReport(facts({ now, createdAt: now - 60_000 })).forecast;
    const ofDay = costReport(facts({ now, createdAt: now - day })).forecast;
    expect(ofMinute).toEqual(ofDay);
  });

  it('is expected to grow no more than by what is kept while the job is not open', () => {
    const { forecast } = costReport(facts({ isOpen: false }));
    expect(rounded(forecast.dollars)).toBe(10.16);
    expect(forecast.rule).toMatch(/^it is not open/);
  });

  it('is expected to end with the budget, which holds where AWS bills', () => {
    const report = costReport(facts({ limit: 20 }));
    expect(report.budget).toEqual({ limit: 20, spent: expect.closeTo(10.054, 3), holds: true });
    expect(report.forecast.rule).toMatch(/until its budget is spent$/);
    expect(report.forecast.dollars).toBeLessThan(20.5);
    const local = costReport(facts({ limit: 20, isBilled: false }));
    expect(local).toMatchObject({ basis: 'estimated', budget: { holds: false } });
    expect(local.forecast.dollars).toBeGreaterThan(30);
  });

  it('is beside what the stack is paid for, whatever its jobs do', () => {
    const standing = { alarmMetrics: 30, secrets: 1, natGateways: 0, recycleEveryMinutes: 1 };
    const report = costReport(facts({ standing }));
    const names = report.standing?.items.map(({ name }) => name);
    expect(names).toEqual([
      'SQS: polls of the empty queue',
      'EventBridge Scheduler',
      'CloudWatch alarms',
      'CloudWatch metrics at rest',
      'Secrets Manager: secrets',
    ]);
    expect(rounded(report.standing?.dollars ?? 0)).toBe(3.82);
    const bare = costReport(facts({ standing: { ...standing, alarmMetrics: 0, secrets: 0 } }));
    expect(bare.standing?.dollars).toBeLessThan(0.5);
  });

  it('has no price of a million pages before the first', () => {
    const report = costReport(facts({ spent: {} }));
    expect(report).not.toHaveProperty('perMillionPages');
    expect(report.forecast.dollars).toBe(0);
  });
});
