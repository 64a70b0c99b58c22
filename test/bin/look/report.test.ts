import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { main } from '../../../bin/main.ts';
import type { Report } from '../../../lib/domain/report/report.ts';
import { serveReport } from '../../../lib/runtime/embedded/report-server.ts';
import {
  expectOneNumberEach,
  numbersOfMetrics,
  numbersOfReport,
  numbersOfStatus,
} from '../../support/report/same-numbers.ts';
import { startWeb, type TestWeb } from '../../support/web/web-server.ts';
import { testIo, winnow } from '../test-io.ts';

const hostileTitle = '</title></script><script>alert("owl")</script>';
const owls = '<p>owl owl owl owl owl owl</p>';

let web: TestWeb;
let job: string;
let report: Report;

beforeAll(async () => {
  web = await startWeb({
    pages: ({ path }) => {
      const html = (title: string, body: string) => ({
        headers: { 'content-type': 'text/html' },
        body: `<title>${title.replaceAll('<', '&lt;')}</title>${body}`,
      });
      if (path === '/')
        return html('Owls', `${owls}<a href="/1">1</a> <a href="/2">2</a> <a href="/gone">?</a>`);
      if (path === '/1') return html(hostileTitle, `${owls}<a href="/3">3</a>`);
      if (path === '/2') return html('Trains', '<p>Steam.</p>');
      if (path === '/3') return html('No links', '<p>A barn owl, an owl.</p>');
      return undefined;
    },
  });
  job = mkdtempSync(join(tmpdir(), 'winnow-report-'));
  writeFileSync(join(job, 'topic.txt'), '100: owl=B.O\n50: barn owl=B.B\n');
  writeFileSync(join(job, 'classes.txt'), 'B = Birds\nB.O < B = Owls\nB.B < B = Barn owls\n');
  const lines = [
    'name: owls',
    `seeds: ["${web.url('owls.localhost')}"]`,
    'scope: { hosts: [localhost] }',
    'network: { allow: [localhost] }',
    'politeness: { waitIntervalHost: 0 }',
    'topic: { file: topic.txt, classes: classes.txt }',
  ];
  writeFileSync(join(job, 'job.yaml'), `${lines.join('\n')}\n`);
  expect(await winnow(['crawl', '--job', job])).toMatchObject({ exit: 0 });
  const { exit, out, err } = await winnow(['report', '--job', job, '--json']);
  expect({ exit, err }).toEqual({ exit: 0, err: '' });
  report = JSON.parse(out) as Report;
});

afterAll(() => web.close());

describe('winnow report', () => {
  test('counts what the crawl has stored', () => {
    expect(report).toMatchObject({
      ...{ v: 3, job: 'owls', state: 'open', hasTopic: true },
      totals: { hosts: 1, visited: 5, rated: 4, pending: 0, records: 3, fetches: 5 },
      harvest: { judged: 4, kept: 3 },
      sampled: { dots: 4, curve: 4 },
      failures: [{ name: 'gone: status 404', count: 1 }],
      tries: [
        { name: 'not yet tried', count: 0 },
        { name: 'visited', count: 5 },
      ],
    });
    expect(report.outcomes).toEqual([
      { name: 'stored', count: 3 },
      { name: 'gone', count: 1 },
      { name: 'off-topic', count: 1 },
    ]);
    expect(report.relevance.reduce((sum, one) => sum + one, 0)).toBe(4);
  });

  test('knows of each page its title, score and classes, of pages without links too', () => {
    const titles = Object.fromEntries(report.dots.map(({ url, title }) => [new URL(url).pathname, title]));
    expect(titles).toEqual({ '/': 'Owls', '/1': hostileTitle, '/2': undefined, '/3': 'No links' });
    const [home] = report.dots.filter(({ title }) => title === 'Owls');
    expect(home).toMatchObject({
      onTopic: true,
      depth: 0,
      place: 1,
      classes: [{ name: 'Owls [B.O]', share: 1 }],
    });
    expect(home?.relevance).toBeGreaterThan(0.5);
    expect(report.dots.find(({ onTopic }) => !onTopic)?.relevance).toBeLessThanOrEqual(0.5);
    expect(report.bestPages.map(({ title }) => title)).toContain('No links');
  });

  test('rolls the classes up by the parents of the class file', () => {
    expect(report.classes[0]).toMatchObject({ id: 'B', label: 'Birds', level: 0, all: 3 });
    expect(report.classes.find(({ id }) => id === 'B.O')).toMatchObject({ label: 'Owls', level: 1 });
  });

  test('writes a page that stands alone', async () => {
    const file = join(job, 'out.html');
    expect(await winnow(['report', '--job', job, '--out', file])).toMatchObject({
      exit: 0,
      out: `${file}\n`,
    });
    const page = readFileSync(file, 'utf8');
    expect(page).not.toContain(hostileTitle);
    expect(page.match(/<script/g)).toHaveLength(2);
  });

  test('says why it cannot be written', async () => {
    const { exit, err } = await winnow(['report', '--job', job, '--out', join(job, 'no', 'such.html')]);
    expect({ exit, err }).toEqual({ exit: 1, err: expect.stringContaining('such.html cannot be written') });
  });
});

const metrics = async (): Promise<string> => 'winnow_pages_total{job="owls"} 5\n';

describe('winnow metrics', () => {
  test('are what is stored, by the names of CloudWatch and of Prometheus', async () => {
    const { out } = await winnow(['metrics', '--job', job, '--json']);
    expect(JSON.parse(out)).toMatchObject({
      job: 'owls',
      metrics: { Pages: 5, KeptPages: 3, PendingPages: 0, Records: 3, FallenHarvests: 0 },
    });
    expect((await winnow(['metrics', '--job', job, '--prometheus'])).out).toContain(
      'winnow_kept_pages_total{job="owls"} 3\n',
    );
    expect((await winnow(['metrics', '--job', job])).out).toMatch(/^KeptPages +3 +Pages that brought/m);
  });
});

describe('status, report and metrics of the command line', () => {
  const numbers = async () => {
    const file = join(job, 'numbers.html');
    const said = async (...line: readonly string[]): Promise<string> => {
      const { exit, out, err } = await winnow([...line, '--job', job]);
      expect({ exit, err }).toEqual({ exit: 0, err: '' });
      return out;
    };
    await said('report', '--out', file);
    return expectOneNumberEach({
      status: numbersOfStatus(await said('status')),
      report: numbersOfReport(readFileSync(file, 'utf8')),
      metrics: numbersOfMetrics(await said('metrics')),
    });
  };

  test('have one number for each word, also after a purge', async () => {
    const before = { kept: '3', judged: '4', harvest: '75 %', fetched: '5', pending: '0' };
    expect(await numbers()).toMatchObject({ ...before, records: '3', visited: '5' });
    expect(await winnow(['block', 'owls.localhost', '--purge', '--job', job])).toMatchObject({ exit: 0 });
    expect(await winnow(['crawl', '--job', job])).toMatchObject({ exit: 0 });
    expect(await numbers()).toMatchObject({ ...before, records: '0' });
  });
});

/** What a GET, with any `Host`, is answered. */
function ask(
  url: string,
  path: string,
  host?: string,
  method = 'GET',
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const headers = host === undefined ? {} : { host };
    request({ hostname, port, path, method, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString() }),
      );
    })
      .on('error', reject)
      .end();
  });
}

describe('a crawl that is watched', () => {
  test('serves its report while it runs, and its last state to whoever watches', async () => {
    const running = new AbortController();
    const { io, said } = testIo({ interrupt: running.signal });
    const slow = mkdtempSync(join(tmpdir(), 'winnow-watch-'));
    const text = readFileSync(join(job, 'job.yaml'), 'utf8')
      .replace('owls.localhost', 'watched.localhost')
      .replace('waitIntervalHost: 0', 'waitIntervalHost: 20')
      .replace('topic: { file: topic.txt, classes: classes.txt }', '');
    writeFileSync(join(slow, 'job.yaml'), text);
    const crawl = main(['crawl', '--job', slow, '--watch', '--port', '0'], io);
    await expect.poll(() => said.err, { timeout: 20_000 }).toMatch(/Watch the crawl at http/);
    const url = /http\S+/.exec(said.err)?.[0] ?? '';
    const first = await ask(url, '/');
    expect(first).toMatchObject({ status: 200, body: expect.stringContaining('data-refresh="5"') });
    expect(JSON.parse((await ask(url, '/report.json')).body)).toMatchObject({
      job: 'owls',
      cpuMs: expect.any(Number),
    });
    await expect
      .poll(async () => (await ask(url, '/metrics')).body, { timeout: 20_000 })
      .toMatch(/^winnow_requests_total\{job="owls"\} [1-9]/m);
    running.abort();
    await expect
      .poll(async () => (await ask(url, '/')).body, { timeout: 20_000 })
      .toContain('the crawl has ended');
    expect(await crawl).toBe(0);
    await expect(ask(url, '/')).rejects.toThrow();
  });

  test('answers nobody who came by another name, and changes nothing', async () => {
    const server = await serveReport({ report: async () => report, metrics, port: 0 });
    const { port } = new URL(server.url);
    expect(await ask(server.url, '/', `localhost:${port}`)).toMatchObject({ status: 200 });
    for (const host of [
      'evil.example',
      `evil.example:${port}`,
      '127.0.0.1',
      `127.0.0.1:${Number(port) + 1}`,
    ]) {
      expect({ host, ...(await ask(server.url, '/', host)) }).toMatchObject({
        status: 421,
        body: expect.not.stringContaining('owls'),
      });
    }
    expect(await ask(server.url, '/', undefined, 'POST')).toMatchObject({ status: 405 });
    expect(await ask(server.url, '/../../etc/passwd')).toMatchObject({ status: 404 });
    const taken = serveReport({ report: async () => report, metrics, port: Number(port) });
    await expect(taken).rejects.toThrow(`--port ${port}: it is taken`);
    await server.close();
  });

  test('says so when a report cannot be made, and makes the next one', async () => {
    let fails = true;
    const server = await serveReport({
      report: () => (fails ? Promise.reject(new Error('disk is full')) : Promise.resolve(report)),
      metrics,
      port: 0,
    });
    expect(await ask(server.url, '/report.json')).toMatchObject({
      status: 503,
      body: expect.stringContaining('disk is full'),
    });
    fails = false;
    expect(await ask(server.url, '/report.json')).toMatchObject({ status: 200 });
    await server.close();
  });

  test.each([
    [['crawl', '--port', '1'], 'give --port only with --watch'],
    [['crawl', '--stack', 'x', '--watch'], '--watch'],
  ])('%j is refused', async (argv, why) => {
    expect(await winnow(argv)).toMatchObject({ exit: 2, err: expect.stringContaining(why) });
  });
});
