import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { metrics } from '@opentelemetry/api';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BirdWeb, startBirdWeb, titles, withCrawl } from '../../api/support/bird-web.ts';
import { root } from '../../support/architecture/imports.ts';
import {
  attributesOf,
  type Collector,
  type SentSpan,
  startCollector,
} from '../../support/telemetry/collector.ts';

let site: BirdWeb;
beforeAll(async () => {
  site = await startBirdWeb();
});
afterAll(() => site.close());

const support = join(root, 'test', 'support', 'telemetry');

/** Crawls in a program of its own. @returns the state of the crawl at its end */
async function crawled(data: string, workers: number, env: NodeJS.ProcessEnv, ...flags: readonly string[]) {
  const settings = { ...site.settings(data), crawl: { workers } };
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...flags, join(support, 'crawl.ts'), JSON.stringify(settings)],
    { env: { ...process.env, ...env } },
  );
  return JSON.parse(stdout) as { readonly fetched: number };
}

describe('a crawl in a program that has the SDK of OpenTelemetry', () => {
  let collector: Collector;
  let fetched = 0;
  let asked: readonly string[] = [];
  beforeAll(async () => {
    collector = await startCollector();
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
    ({ fetched } = await crawled('traced', 2, env, '--import', join(support, 'register.ts')));
    asked = site.web.log.map(({ path }) => path);
  });
  afterAll(() => collector.close());

  const named = (name: string): readonly SentSpan[] => collector.spans.filter((span) => span.name === name);

  it('sends a span for each visit and each request, and a commit for each turn', () => {
    expect(fetched).toBe(7);
    expect(named('visit')).toHaveLength(fetched);
    expect(named('GET')).toHaveLength(asked.length);
    expect(named('turn').length).toBeGreaterThan(0);
    expect(named('commit')).toHaveLength(named('turn').length);
    const sums = named('turn').map((span) => attributesOf(span));
    const sum = (name: string) => sums.reduce((total, one) => total + Number(one[name]), 0);
    expect(sum('winnow.visits')).toBe(fetched);
    expect(sum('winnow.requests')).toBe(asked.length);
  });

  it('has requests within their visits, and visits and commits within their turns', () => {
    const byId = new Map(collector.spans.map((span) => [span.spanId, span]));
    const parentOf = (span: SentSpan) => byId.get(span.parentSpanId ?? '');
    for (const turn of named('turn')) expect(turn.parentSpanId || undefined).toBeUndefined();
    for (const span of [...named('visit'), ...named('commit')]) expect(parentOf(span)?.name).toBe('turn');
    for (const request of named('GET')) {
      const visit = parentOf(request);
      expect(visit?.name).toBe('visit');
      expect(request.traceId).toBe(visit?.traceId);
    }
    const urlOf = (span: SentSpan | undefined) => span && attributesOf(span)['url.full'];
    const own = named('GET').filter((span) => !String(urlOf(span)).endsWith('.txt'));
    expect(
      own.filter((span) => String(urlOf(span)).endsWith('.xml') || urlOf(span) === urlOf(parentOf(span))),
    ).toEqual(own);
  });

  it('names what was asked and answered as the semantic conventions do', () => {
    const owl = named('GET').find((span) => attributesOf(span)['url.full'] === site.url('/owl'));
    expect(owl?.kind).toBe(3);
    expect(attributesOf(owl as SentSpan)).toMatchObject({
      'http.request.method': 'GET',
      'http.response.status_code': 200,
      'server.address': 'birds.localhost',
      'server.port': site.web.port,
      'network.peer.address': '127.0.0.1',
    });
    const robots = named('GET').find((span) =>
      String(attributesOf(span)['url.full']).endsWith('/robots.txt'),
    );
    expect(attributesOf(robots as SentSpan)).toMatchObject({
      'http.response.status_code': 404,
      'error.type': '404',
    });
    expect(robots?.status.code).toBe(2);
  });
});

it('the figures of a crawl are read by the meters of a program that has some, while it crawls', async () => {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
  const provider = new MeterProvider({ readers: [reader] });
  metrics.setGlobalMeterProvider(provider);
  try {
    await withCrawl([site.settings('metered')], (crawl) => titles(crawl));
  } finally {
    metrics.disable();
    await provider.shutdown();
  }
  const told = exporter
    .getMetrics()
    .flatMap(({ scopeMetrics }) => scopeMetrics)
    .flatMap((scope) => scope.metrics)
    .flatMap(({ descriptor, dataPoints }) =>
      dataPoints.map(({ value, attributes }) => [descriptor.name, value, attributes]),
    );
  expect(told).toContainEqual(['winnow.pages', 7, { 'winnow.job': 'birds' }]);
  expect(told).toContainEqual(['winnow.records', 7, { 'winnow.job': 'birds' }]);
  expect(told).toContainEqual(['winnow.requests', 8, { 'winnow.job': 'birds' }]);
});

it('a crawl in a program without the SDK loads nothing of OpenTelemetry', async () => {
  const guard = `data:text/javascript,${encodeURIComponent(`
    import { registerHooks } from 'node:module';
    registerHooks({
      resolve(name, context, next) {
        if (/open-?telemetry/.test(name)) process.kill(process.pid, 'SIGKILL');
        return next(name, context);
      },
    });
  `)}`;
  expect((await crawled('plain', 1, {}, '--import', guard)).fetched).toBe(7);
});
