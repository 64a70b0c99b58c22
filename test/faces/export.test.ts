import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unzipped } from '../support/export/zip.ts';
import { type KeptMcp, keptMcp } from '../support/rest/kept-mcp.ts';
import { type KeptServer, serveKept } from '../support/rest/kept-server.ts';

let server: KeptServer;
let agent: KeptMcp;
beforeAll(async () => {
  server = await serveKept();
  agent = await keptMcp('operate');
});
afterAll(async () => {
  await server.close();
  await agent.close();
});

const path = '/v1/jobs/kept/export';

describe('an export over REST', () => {
  it('is a file of its type, as it comes', async () => {
    const { status, headers, text } = await server.ask(`${path}?to=jsonl&number=3`, {}, 'view');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/jsonl',
      'content-disposition': 'attachment; filename="export.jsonl"',
    });
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).change),
    ).toEqual(Array(3).fill('created'));
    expect((await server.ask(`${path}?to=csv&number=1`)).text).toMatch(/^url,title,/);
  });

  it('is a folder of what examples classified', async () => {
    const answer = await fetch(`http://127.0.0.1:${server.port}/v1/jobs/kept/examples-report`, {
      headers: { authorization: `Bearer ${server.tokens.view}` },
    });
    const files = unzipped(new Uint8Array(await answer.arrayBuffer()));
    expect(JSON.parse(String(files.get('report.json')))).toMatchObject({ job: 'kept', rounds: 0 });
  });

  it('is a ZIP archive where it is a folder', async () => {
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}?to=markdown&number=3`, {
      headers: { authorization: `Bearer ${server.tokens.view}` },
    });
    expect(answer.headers.get('content-type')).toBe('application/zip');
    const files = unzipped(new Uint8Array(await answer.arrayBuffer()));
    expect(files.size).toBe(4);
    expect(files.get('index.md')?.toString()).toMatch(/^# kept\n\n(- \[.*\n){3}$/);
  });

  it('for a consumer changes something: it is asked for with POST, and by an operator', async () => {
    const body = { to: 'jsonl', incremental: 'index' };
    expect((await server.ask(`${path}?to=jsonl&incremental=index`)).status).toBe(400);
    expect((await server.ask(path, { method: 'POST', body }, 'view')).status).toBe(403);
    const first = await server.ask(path, { method: 'POST', body }, 'operate');
    expect(first.status).toBe(200);
    expect(first.text.split('\n').length).toBeGreaterThan(7);
    expect(await server.ask(path, { method: 'POST', body }, 'operate')).toMatchObject({
      status: 200,
      text: '',
    });
    const reset = { method: 'POST', body: { consumer: 'index' } };
    expect((await server.ask('/v1/jobs/kept/export-reset', reset, 'operate')).status).toBe(200);
    expect((await server.ask('/v1/jobs/kept/export-reset', reset, 'operate')).status).toBe(404);
  });

  it.each([
    ['to=docx', 400],
    ['to=jsonl&incremental=No', 400],
    ['to=alvis&charset=ebcdic', 400],
    ['', 400],
  ])('says what is wrong: %s', async (query, status) => {
    expect((await server.ask(`${path}?${query}`)).status).toBe(status);
  });

  it('runs no program and reaches no place that a client names', async () => {
    for (const name of ['out', 'xsltscript', 'pipehost'])
      expect((await server.ask(`${path}?to=combine&${name}=x`)).status).toBe(400);
    expect(server.faults).toEqual([]);
  });
});

describe('an export for an agent', () => {
  it('is the files, as far as there is room, and says where they are cut', async () => {
    const call = (args: object) => ['tools/call', { name: 'export', arguments: args }] as const;
    const [small, large, wrong] = await agent.ask([
      call({ to: 'markdown', number: 1 }),
      call({ to: 'jsonl' }),
      call({ to: 'docx' }),
    ]);
    const content = small?.result?.content as readonly Record<string, Record<string, string>>[];
    expect(content.map((one) => one.resource?.uri?.replace(/-[0-9a-f]{8}/, ''))).toEqual([
      undefined,
      expect.stringMatching(/^winnow:\/\/kept\/export\//),
      expect.stringMatching(/^winnow:\/\/kept\/export\//),
    ]);
    expect(content.at(-1)?.resource?.mimeType).toBe('text/markdown');
    expect(small?.result?.structuredContent).toMatchObject({ records: 1 });
    expect(JSON.stringify(large).length).toBeLessThan(120_000);
    expect(large?.result?.structuredContent).toHaveProperty('cut');
    expect(wrong?.result).toMatchObject({ isError: true });
    expect(agent.faults).toEqual([]);
  });
});
