import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { main } from '../../bin/main.ts';
import { testIo, winnow } from '../bin/test-io.ts';
import { jobDirectory } from '../e2e/support/job-directory.ts';
import { send } from '../support/rest/kept-server.ts';
import { startWeb, type TestWeb } from '../support/web/web-server.ts';

let web: TestWeb;
let directory: string;
let port = 0;
let served: Promise<number>;
const interrupt = new AbortController();
const { io, said } = testIo({ interrupt: interrupt.signal });

/** A site that never ends, of which each page leads to the next. */
beforeAll(async () => {
  web = await startWeb({
    pages: ({ path }) => {
      if (path === '/robots.txt') return undefined;
      const next = Number(path.slice(1)) + 1;
      const body = `<title>Bird ${next}</title><p>Bird number ${next}. <a href="/${next}">next</a>`;
      return { headers: { 'content-type': 'text/html' }, body };
    },
  });
  directory = jobDirectory('birds', {
    seeds: [web.url('localhost')],
    userAgent: { contact: 'a@b.example' },
    // Whatever is left is waited for.
    crawl: { patience: 172_800 },
  });
  served = main(['serve', '--job', directory, '--listen', '127.0.0.1:0'], io);
  await vi.waitFor(() => expect(said.out).toMatch(/^winnow_.*\n$/), { timeout: 60_000 });
  port = Number(/127\.0\.0\.1:(\d+)/.exec(said.err)?.[1]);
});
afterAll(async () => {
  interrupt.abort();
  expect(await served).toBe(0);
  await web.close();
});

const headers = (accept = 'application/json') => ({ accept, authorization: `Bearer ${said.out.trim()}` });

async function post(path: string, body: object = {}, accept?: string) {
  const { status, text } = await send(port, path, { method: 'POST', body, headers: headers(accept) });
  return { status, text };
}
const json = ({ text }: { readonly text: string }) => JSON.parse(text) as Record<string, unknown>;

/** The crawls in the log of commands. */
async function crawls(): Promise<string> {
  const { text } = await send(port, '/v1/audit', { headers: headers('application/jsonl') });
  return text
    .split('\n')
    .filter((line) => line.includes('"command":"crawl"'))
    .join();
}

describe('a crawl that REST is asked for', () => {
  it('answers that it has begun, or what came of it, and fetches as many pages as it may', async () => {
    const { status, text } = await post('/v1/jobs/birds/crawl', { maxPages: 2 });
    expect(status).toBe(200);
    const { begun, end } = JSON.parse(text) as { begun?: true; end?: string };
    expect(begun ?? end).toBe(begun ? true : 'pages');
    await vi.waitFor(async () => expect(await crawls()).toMatch(/"end":"pages","pages":2/), 20_000);
  });

  it('tells how it goes to who follows it, and last what came of it', async () => {
    const { text } = await post('/v1/jobs/birds/crawl', { maxPages: 3 }, 'application/jsonl');
    const rows = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { said?: { code: string } });
    expect(rows.at(-1)).toMatchObject({ end: 'pages', progress: { pages: 3 } });
    expect(new Set(rows.slice(0, -1).map((row) => row.said?.code))).toEqual(new Set(['turn', 'progress']));
    const events = await post('/v1/jobs/birds/crawl', { maxPages: 1 }, 'text/event-stream');
    expect(events.text).toMatch(/"end":"pages".*\n\nevent: end\ndata: \{\}\n\n$/);
    expect((await post('/v1/jobs/birds/crawl', {}, 'text/csv')).status).toBe(406);
  });

  it('goes on when its client leaves, is one at a time, and lets others fetch', async () => {
    const sent = request({
      port,
      path: '/v1/jobs/birds/crawl',
      method: 'POST',
      headers: headers('application/jsonl'),
    });
    sent.end();
    const [answer] = (await once(sent, 'response')) as [import('node:http').IncomingMessage];
    await once(answer, 'data');
    sent.destroy();
    await new Promise((resolve) => answer.on('error', resolve));

    const second = await post('/v1/jobs/birds/crawl');
    expect(second).toMatchObject({ status: 409 });
    expect(json(second).detail).toContain('job birds: this process crawls it already');
    expect((await post('/v1/jobs/birds/erase', { host: 'localhost', confirmed: true })).status).toBe(409);
    const { exit, err } = await winnow(['crawl', '--job', directory]);
    expect({ exit, err }).toMatchObject({ exit: 1, err: expect.stringContaining('also crawls the job') });
    const url = web.url('localhost', '/77777');
    expect(json(await post('/v1/jobs/birds/fetch', { url }))).toMatchObject({ visit: { outcome: 'stored' } });
  });

  it('ends when it is paused, and says so to who asks again', async () => {
    expect((await post('/v1/jobs/birds/pause', { reason: 'enough' })).status).toBe(200);
    await vi.waitFor(
      async () => expect(json(await post('/v1/jobs/birds/crawl'))).toMatchObject({ end: 'paused' }),
      20_000,
    );
    expect((await post('/v1/jobs/birds/continue')).status).toBe(200);
    expect(json(await post('/v1/jobs/birds/crawl'))).toEqual({ begun: true });
  });

  it('stands in the log of commands, with who asked', async () => {
    expect(await crawls()).toContain('"by":"token owner"');
    expect(await crawls()).toContain('"end":"paused"');
  });

  it('takes nothing else, and nothing wrong', async () => {
    for (const wrong of [
      { maxPages: 0 },
      { maxPages: -1 },
      { forMs: 'long' },
      { host: 'a.example' },
      { bogus: 1 },
    ])
      expect((await post('/v1/jobs/birds/crawl', wrong)).status).toBe(400);
    expect((await post('/v1/jobs/no-such/crawl')).status).toBe(404);
  });
});
