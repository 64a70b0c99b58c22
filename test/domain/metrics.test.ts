import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { metrics } from '../../lib/capabilities/metrics.ts';
import { prometheusName } from '../../lib/domain/metrics/catalogue.ts';
import { metricsPage } from '../../lib/domain/metrics/metrics-page.ts';
import { prometheusText } from '../../lib/domain/metrics/prometheus.ts';

describe('metrics', () => {
  test('have names that Prometheus takes, each its own', () => {
    const names = Object.entries(metrics).map(([name, facts]) => prometheusName(name, facts));
    for (const name of names) expect(name).toMatch(/^winnow_[a-z]+(_[a-z]+)*$/);
    expect(new Set(names).size).toBe(names.length);
    expect(prometheusName('DueLagSeconds', { kind: 'gauge' })).toBe('winnow_due_lag_seconds');
    expect(prometheusName('Pages', { kind: 'counter' })).toBe('winnow_pages_total');
  });

  test('are told to Prometheus with their kind, zeros too, and nothing of what is not known', () => {
    expect(prometheusText('birds', { Pages: 0, DueLagSeconds: 1.5 }, metrics)).toBe(
      [
        '# HELP winnow_pages_total Visits, whatever came of them.',
        '# TYPE winnow_pages_total counter',
        'winnow_pages_total{job="birds"} 0',
        '# HELP winnow_due_lag_seconds How long the host that waits longest is overdue. A job at its ceiling of pages per day does not count.',
        '# TYPE winnow_due_lag_seconds gauge',
        'winnow_due_lag_seconds{job="birds"} 1.5',
        '',
      ].join('\n'),
    );
  });

  test('of sinks are told to Prometheus of each, in place of those of the job', () => {
    const text = prometheusText('birds', { Pages: 1, SinkLagSeconds: 60 }, metrics, {
      search: { SinkLagSeconds: 60 },
      hook: { SinkLagSeconds: 0 },
    });
    expect(text.split('\n').filter((line) => !line.startsWith('#'))).toEqual([
      'winnow_pages_total{job="birds"} 1',
      'winnow_sink_lag_seconds{job="birds",sink="search"} 60',
      'winnow_sink_lag_seconds{job="birds",sink="hook"} 0',
      '',
    ]);
  });

  test('are described in docs/metrics.md as the catalogue has them (npm run docs)', () => {
    expect(readFileSync(new URL('../../docs/metrics.md', import.meta.url), 'utf8')).toBe(
      metricsPage(metrics),
    );
  });
});
