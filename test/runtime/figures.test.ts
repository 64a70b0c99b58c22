import { describe, expect, test } from 'vitest';
import { turnFigures } from '../../lib/pipeline/turn-figures.ts';
import type { TurnReport, VisitReport } from '../../lib/pipeline/turn-report.ts';
import { dispatchFigures } from '../../lib/runtime/log-rounds.ts';

const visit = (status: number, outcome: VisitReport['outcome']): VisitReport => ({
  url: 'https://a.example/' as VisitReport['url'],
  outcome,
  status,
  bytes: 1,
  elapsedMs: 1,
});
const failed = (status: number): VisitReport =>
  visit(status, { kind: 'failed', reason: 'status', detail: '', status });

describe('what turns came to', () => {
  test('counts each visit once as a page, and by how its site answered', () => {
    const visits = [
      visit(200, { kind: 'stored', md5: '0'.repeat(32) as never }),
      visit(404, { kind: 'gone', status: 404 }),
      failed(429),
      failed(503),
      visit(0, { kind: 'denied', by: 'robots' }),
      visit(200, { kind: 'denied', by: 'noindex' }),
    ];
    const turn: TurnReport = {
      job: 'birds',
      host: 'a.example' as TurnReport['host'],
      turn: 1,
      result: 'committed',
      requests: 7,
      visits,
      bytes: 600,
    };
    expect(turnFigures([turn])).toEqual({
      Pages: 6,
      KeptPages: 1,
      FailedPages: 2,
      DeniedPages: 1,
      ClientErrors: 1,
      ThrottledPages: 1,
      ServerErrors: 1,
      Requests: 7,
      Bytes: 600,
    });
  });
});

describe('what a dispatcher says of its minute', () => {
  const noon = Date.UTC(2026, 10, 22, 12);
  const report = { passes: 0, sent: 0, looked: 0, idle: 2 };

  test('is nothing at rest that would make a metric, but once a day that jobs are idle', () => {
    const said = Object.entries(dispatchFigures(noon, report, 5_000)).filter(([, value]) => value !== 0);
    expect(said).toEqual([]);
    expect(dispatchFigures(Date.UTC(2026, 10, 22, 0, 59), report, 5_000)).toMatchObject({ IdleJobs: 2 });
  });

  test('is what it cost and how long hosts wait, when it gave tickets', () => {
    expect(dispatchFigures(noon, { passes: 1, sent: 3, looked: 3, lagMs: 61_000 }, 5_000)).toMatchObject({
      SentTickets: 3,
      DueLagSeconds: 61,
      Dollars: 0.000005,
    });
  });
});
