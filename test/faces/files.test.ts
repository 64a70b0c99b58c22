import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keptMcp } from '../support/rest/kept-mcp.ts';
import { type KeptServer, serveKept } from '../support/rest/kept-server.ts';

let server: KeptServer;
beforeAll(async () => {
  server = await serveKept();
});
afterAll(async () => {
  expect(server.faults).toEqual([]);
  await server.close();
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith('winnow-answer-'))).toEqual([]);
});

const of = (path: string): string => `/v1/jobs/kept/${path}`;
const rowsOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly file: string; readonly text: string });

describe('the files that an operation makes', () => {
  it('are rows over REST: of the link graph the lines, of a directory the pages', async () => {
    const { status, headers, text } = await server.ask(of('graph'), {}, 'view');
    expect([status, headers['content-type']]).toEqual([200, 'application/jsonl']);
    const graph = Object.fromEntries(rowsOf(text).map((row) => [row.file, row.text]));
    expect(Object.keys(graph)).toEqual(['links.txt', 'urls.txt']);
    expect(graph['urls.txt']).toContain('https://herons.example/\n');
    expect(graph['links.txt']).toMatch(/^(\d+( \d+)+\n)+$/);
    const events = await server.ask(of('graph?form=graphml'), { headers: { accept: 'text/event-stream' } });
    expect(events.text).toMatch(/^data: {"file":"graph.graphml","text":"<\?xml .*\n\nevent: end\n/s);
    const pages = rowsOf((await server.ask(of('directory?format=files'))).text);
    expect(pages.slice(0, 2).map(({ file }) => file)).toEqual(['winnow-directory.json', 'index.html']);
    expect(pages.at(-1)?.text).toContain('<!doctype html>');
  });

  it('are the answer where there is one: a page, which a browser does not show as one of the server', async () => {
    const { headers, text } = await server.ask(of('report?format=files'));
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-disposition': 'attachment; filename="kept-report.html"',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
    expect(text).toContain('<!doctype html>');
    expect((await server.ask(of('ranks?format=files'))).text).toMatch(/^{"url":"https:.*}\n{/);
  });

  it('are not made where data are asked for', async () => {
    expect(JSON.parse((await server.ask(of('report'))).text)).toMatchObject({ job: 'kept', v: 3 });
    expect(JSON.parse((await server.ask(of('directory?top=1'))).text)).not.toHaveProperty('file');
    expect((await server.ask(of('hosts?format=files'))).status).toBe(400);
  });

  it('are a model, or the reason why there is none', async () => {
    const { status, text } = await server.ask(of('examples-model'));
    expect([status, JSON.parse(text)]).toMatchObject([404, { code: 'not-found', exit: 1 }]);
  });

  it('are told to agents by how they begin', async () => {
    const agent = await keptMcp('view');
    const [called] = await agent.ask([['tools/call', { name: 'graph', arguments: {} }]]);
    expect(called?.result?.structuredContent).toMatchObject({
      answer: { files: ['links.txt', 'urls.txt'] },
      files: [
        { file: 'links.txt', isCut: false },
        { file: 'urls.txt', text: expect.stringContaining('https://herons.example/\n') },
      ],
    });
    await agent.close();
  });
});

describe('questions in SQL', () => {
  const question = 'select host from hosts order by host';
  const asked = (query: Readonly<Record<string, string>>) =>
    server.ask(of(`sql?${new URLSearchParams(query)}`), {}, 'view');

  it('are answered with rows, of the list too, or as CSV', async () => {
    const { status, text } = await asked({ question, rows: '1' });
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ columns: ['host'], rows: [['a.herons.example']], more: true });
    expect((await asked({ question, format: 'csv' })).text).toMatch(/^host\r\na\.herons\.example\r\n/);
    expect(JSON.parse((await asked({ named: 'depths' })).text)).toMatchObject({ more: false });
    expect(JSON.parse((await asked({ list: 'true' })).text)).toContainEqual(
      expect.objectContaining({ name: 'depths', sql: expect.stringContaining('SELECT') }),
    );
  });

  it('change nothing, and name no file of the server', async () => {
    for (const query of [
      { question: 'delete from hosts' },
      { question, file: '/tmp/stolen.db' },
      { question, parquet: '/tmp' },
      { question, timeMs: '3600001' },
      {},
    ] as readonly Readonly<Record<string, string>>[])
      expect((await asked(query)).status, JSON.stringify(query)).toBe(400);
    const { paths } = JSON.parse((await server.ask('/openapi.json')).text);
    const described = Object.entries(paths).filter(([path]) => path.endsWith('/sql'));
    expect(described.length).toBeGreaterThan(0);
    expect(JSON.stringify(described)).not.toMatch(/parquet/i);
  });

  it('are put off while many others are answered, and end when their client leaves', async () => {
    const endless = 'with recursive n(i) as (select 1 union all select i + 1 from n) select max(i) from n';
    const leave = new AbortController();
    const url = `http://127.0.0.1:${server.port}${of(`sql?${new URLSearchParams({ question: endless })}`)}`;
    const headers = { authorization: `Bearer ${server.tokens.view}` };
    const waiting = Array.from({ length: 4 }, () => fetch(url, { headers, signal: leave.signal }));
    await expect.poll(async () => (await asked({ question })).status, { timeout: 20_000 }).toBe(503);
    leave.abort();
    expect(await Promise.allSettled(waiting)).toMatchObject(waiting.map(() => ({ status: 'rejected' })));
    await expect.poll(async () => (await asked({ question })).status, { timeout: 20_000 }).toBe(200);
  });
});

describe('a replay', () => {
  it('has another topic and policy, which the request says', async () => {
    const topic = '10: heron=A\n5: fish=B\nno row';
    const asked = (query: Readonly<Record<string, string>>) =>
      server.ask(of(`replay?${new URLSearchParams(query)}`), {}, 'view');
    const { status, text } = await asked({ topic, mode: 'hard', linkScores: 'false', first: '9' });
    expect(status, text).toBe(200);
    expect(JSON.parse(text)).toMatchObject({
      ...{ job: 'kept', pages: 9, doubts: [expect.stringContaining('topic, line 3: ')] },
      curves: expect.arrayContaining([
        expect.objectContaining({
          name: 'asked for',
          policy: expect.stringMatching('^hard.*no link scores'),
        }),
      ]),
    });
    for (const query of [{ topic: 'no row' }, { model: '/etc/passwd' }, { policy: '/etc' }])
      expect((await asked(query as never)).status, JSON.stringify(query)).toBe(400);
  });
});

describe('a comparison', () => {
  it('is data, CSV or a page', async () => {
    const asked = (query: string) => server.ask(`/v1/compare?${query}`, {}, 'view');
    const data = await asked('crawls=kept&replay=own');
    expect(data.status, data.text).toBe(200);
    expect(JSON.parse(data.text)).toMatchObject({
      crawls: [{ name: 'kept' }, { name: 'kept (own)' }],
      pairs: [{ shared: { urls: 30 } }],
    });
    expect((await asked('crawls=kept&replay=own&format=csv')).text).toMatch(
      /^figure,crawl,in,axis,x,y\r\nurls,kept,/,
    );
    expect((await asked('crawls=kept&replay=own&format=files')).text).toContain('<svg');
    for (const query of ['crawls=kept', 'crawls=kept&crawls=kept', 'crawls=kept&crawls=kept%40soon', ''])
      expect((await asked(query)).status, query).toBe(400);
    expect((await asked('crawls=kept&crawls=none')).status).toBe(404);
  });
});

describe('what only the command line did', () => {
  it('renames URLs by rules that the request says, as a dry run first', async () => {
    const url = { sortQuery: true };
    const dry = await server.ask(of('respell'), { method: 'POST', body: { url, dryRun: true } });
    expect(JSON.parse(dry.text)).toMatchObject({ job: 'kept', steps: ['sortQuery'], dryRun: true });
    const done = await server.ask(of('respell'), { method: 'POST', body: { url, requestId: 'one' } });
    expect(JSON.parse(done.text)).toEqual({ job: 'kept', steps: ['sortQuery'] });
    for (const body of [{}, { url: 1 }, { url: { aliasFile: '/etc/passwd' } }, { url: { none: 1 } }])
      expect((await server.ask(of('respell'), { method: 'POST', body })).status).toBe(400);
  });

  it('says of dead letters why there are none here', async () => {
    for (const [path, sent] of [
      ['/v1/letters'],
      ['/v1/letter?id=a'],
      ['/v1/redrive', { method: 'POST', body: { all: true } }],
      ['/v1/drop', { method: 'POST', body: { ids: ['a'] } }],
    ] as const) {
      const { status, text } = await server.ask(path, sent);
      expect(status).toBe(404);
      expect(text).toContain('there are no dead letters on one machine');
    }
  });
});
