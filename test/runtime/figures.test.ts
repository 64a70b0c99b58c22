import { describe, expect, test } from 'vitest';
import { FunctionLog } from '../../lib/adapters/aws/metering/function-log.ts';
import { Meter } from '../../lib/adapters/aws/metering/meter.ts';
import { partCounters } from '../../lib/capabilities/declared.ts';
import { metrics } from '../../lib/capabilities/metrics.ts';
import type { MetricName } from '../../lib/domain/metrics/catalogue.ts';
import { turnFigures } from '../../lib/pipeline/supervise/turn-figures.ts';
import { emptyReport, type TurnReport, type VisitReport } from '../../lib/pipeline/turn/turn-report.ts';
import { dispatchFigures, logDispatch, logRecycling } from '../../lib/runtime/shared/log-rounds.ts';
import { logTurns } from '../../lib/runtime/shared/log-turns.ts';

const visit = (status: number, outcome: VisitReport['outcome']): VisitReport => ({
  url: 'https://a.example/' as VisitReport['url'],
  outcome,
  status,
  bytes: 1,
  elapsedMs: 1,
});
/** Of each thing that a part counts, whatever parts there are. */
const counted = Object.fromEntries(Object.keys(partCounters).map((name) => [name, 1]));

const failed = (status: number): VisitReport =>
  visit(status, { kind: 'failed', reason: 'status', detail: '', status });

/** Of each kind that is counted. */
const visits = [
  visit(200, { kind: 'stored', md5: '0'.repeat(32) as never }),
  visit(404, { kind: 'gone', status: 404 }),
  failed(429),
  failed(503),
  visit(0, { kind: 'denied', by: 'robots' }),
  visit(200, { kind: 'denied', by: 'noindex' }),
];

describe('what turns came to', () => {
  test('counts each visit once as a page, and by how its site answered', () => {
    const turn: TurnReport = {
      job: 'birds',
      host: 'a.example' as TurnReport['host'],
      turn: 1,
      result: 'committed',
      requests: 7,
      visits,
      bytes: 600,
      figures: counted,
    };
    expect(turnFigures([turn], partCounters)).toEqual({
      Pages: 6,
      KeptPages: 1,
      FailedPages: 2,
      ...counted,
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
  const report = { passes: 0, sent: 0, looked: 0, idle: 2 };

  test('is nothing at rest that would make a metric, but once a day that jobs are idle', () => {
    const said = Object.entries(dispatchFigures(report, 5_000)).filter(([, value]) => value !== 0);
    expect(said).toEqual([]);
    expect(dispatchFigures({ ...report, stagnant: 1 }, 5_000)).toMatchObject({ IdleJobs: 1 });
  });

  test('is what it cost and how long hosts wait, when it gave tickets', () => {
    expect(dispatchFigures({ passes: 1, sent: 3, looked: 3, lagMs: 61_000 }, 5_000)).toMatchObject({
      SentTickets: 3,
      DueLagSeconds: 61,
      Dollars: 0.000005,
    });
  });
});

describe('the log of a function', () => {
  const midnight = Date.UTC(2026, 10, 22);
  const sentBy = (write: (log: FunctionLog) => void): readonly string[] => {
    const lines: string[] = [];
    write(
      new FunctionLog({
        stack: 'winnow',
        name: 'any',
        meter: new Meter(),
        write: (line) => void lines.push(line),
      }),
    );
    return lines.flatMap((line) => {
      const { _aws } = JSON.parse(line) as {
        _aws?: { CloudWatchMetrics: [{ Namespace: string; Metrics: { Name: string }[] }] };
      };
      return _aws?.CloudWatchMetrics[0].Metrics.map(({ Name }) => Name) ?? [];
    });
  };

  test('sends every metric that the catalogue says it sends, and no other', () => {
    const turns = [
      {
        job: 'birds',
        host: 'a.example' as TurnReport['host'],
        turn: 1,
        result: 'committed' as const,
        requests: 7,
        visits,
        bytes: 600,
        figures: counted,
      },
      {
        ...emptyReport({ job: 'fish', host: 'b.example' as TurnReport['host'], turn: 2 }, 'put-back'),
        lacks: { code: 'config' as const, message: 'there is no secret' },
      },
    ];
    const clock = { now: () => midnight, monotonic: () => 5, sleep: async () => undefined };
    const failed = [{ job: 'fish', work: 'recycle', error: new Error('no') }] as const;
    const sent = {
      harvest: sentBy((log) => logTurns(log, clock, { began: 0, turns, returned: 1, nanoDollars: 9 })),
      dispatch: sentBy((log) =>
        logDispatch(
          log,
          midnight,
          { sent: 2, fallen: 1, lagMs: 9_000, stagnant: 1, outOfBudget: 1, failed } as never,
          9,
        ),
      ),
      recycle: sentBy((log) =>
        logRecycling(log, midnight, { segments: 1, links: 2, delivered: 1, hosts: 1, failed }, 9),
      ),
    };
    for (const [name, names] of Object.entries(sent)) {
      const said = (Object.keys(metrics) as MetricName[]).filter(
        (metric) => metrics[metric].by === 'every function' || metrics[metric].by.split(', ').includes(name),
      );
      expect([...names].sort()).toEqual([...said].sort());
    }
  });
});
