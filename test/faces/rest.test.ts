import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enterJob } from '../../lib/api/open-local.ts';
import { openTokens } from '../../lib/faces/tokens.ts';
import { operations } from '../../lib/operations/operations.ts';
import { operation } from '../../lib/pipeline/operation/operation.ts';
import { type KeptServer, type Reply, send, serveKept } from '../support/rest/kept-server.ts';

let server: KeptServer;
beforeAll(async () => {
  server = await serveKept();
});
afterAll(() => server.close());

const data = ({ text }: Reply) => JSON.parse(text) as Record<string, unknown>;
const lines = ({ text }: Reply) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);

describe('an answer', () => {
  it('is the value that `--json` prints', async () => {
    const { winnow } = await import('../bin/test-io.ts');
    const reply = await server.ask('/v1/jobs/kept/records?limit=2&topic=true');
    expect(reply).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' } });
    const { mkdtempSync, symlinkSync, writeFileSync } = await import('node:fs');
    const job = mkdtempSync('/tmp/winnow-rest-');
    writeFileSync(`${job}/job.yaml`, 'name: kept\nseeds: [https://herons.example/]\n');
    symlinkSync(server.directory, `${job}/data`);
    const { out } = await winnow(['records', '--json', '--limit', '2', '--topic', '--job', job]);
    expect(data(reply)).toEqual(JSON.parse(out));
  });

  it('says that it is a dry run where something would be changed, and not where somebody only looks', async () => {
    expect(data(await server.ask('/v1/jobs/kept/delete'))).toEqual({ job: 'kept', rules: [] });
    const body = { urls: ['https://herons.example/1'] };
    const dry = await server.ask('/v1/jobs/kept/delete', { method: 'POST', body }, 'destroy');
    expect(data(dry)).toMatchObject({ job: 'kept', dryRun: true });
  });

  it('of a job that is not there names no other, and no folder', async () => {
    for (const name of ['status', 'delete', 'records', 'changes?from=2020-01-01']) {
      const { status, text } = await server.ask(`/v1/jobs/none/${name}`);
      expect([status, JSON.parse(text)]).toMatchObject([404, { detail: 'there is no job none' }]);
    }
  });

  it('comes page by page, and as JSON Lines to its end', async () => {
    const first = data(await server.ask('/v1/jobs/kept/records?limit=9'));
    const cursor = encodeURIComponent(String(first.cursor));
    const second = data(await server.ask(`/v1/jobs/kept/records?limit=9&cursor=${cursor}`));
    expect(second.records).not.toEqual(first.records);
    const headers = { accept: 'application/jsonl' };
    const all = await server.ask('/v1/jobs/kept/records', { headers });
    expect(all.headers['content-type']).toBe('application/jsonl');
    expect(lines(all)).toHaveLength(22);
    expect(lines(all).slice(0, 18)).toEqual([...(first.records as []), ...(second.records as [])]);
    expect(lines(await server.ask('/v1/jobs/kept/records?limit=9', { headers }))).toEqual(first.records);
    expect(lines(await server.ask('/v1/jobs/kept/status', { headers }))).toMatchObject([{ job: 'kept' }]);
  });

  it('comes as server-sent events, of which the last says that all were sent', async () => {
    const { text, headers } = await server.ask('/v1/jobs/kept/hosts', {
      headers: { accept: 'text/event-stream' },
    });
    expect(headers['content-type']).toBe('text/event-stream');
    expect(text).toMatch(/^data: \{"host":"a.herons.example".*\}\n\n/);
    expect(text).toMatch(/\n\nevent: end\ndata: \{\}\n\n$/);
  });

  it('is the table of its view as CSV, and a format of its own where it is named', async () => {
    const { text, headers } = await server.ask('/v1/jobs/kept/records?limit=1', {
      headers: { accept: 'text/csv' },
    });
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(text).toMatch(/^record,size,type,depth,title,url\r\n[0-9a-f]{32},\d+,text\/html,\d+,[^\r]*\r\n$/);
    const stats = await server.ask('/v1/jobs/kept/status', { headers: { accept: 'text/csv;q=1, */*;q=0' } });
    expect(stats.status).toBe(406);
    const metrics = await server.ask('/v1/jobs/kept/metrics?format=prometheus');
    expect(metrics.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(metrics.text).toContain('winnow_pages_total{job="kept"} 30');
    const strategy = await server.ask('/v1/jobs/kept/strategy', { headers: { accept: 'text/csv' } });
    expect(strategy.headers['content-type']).toBe('text/csv; charset=utf-8');
  });

  it('is not had in a form that nobody makes', async () => {
    const reply = await server.ask('/v1/jobs', { headers: { accept: 'text/html, image/*' } });
    expect(reply.status).toBe(406);
    expect(data(reply).detail).toContain('application/json');
    expect((await server.ask('/v1/jobs', { headers: { accept: 'text/html, */*;q=0.1' } })).status).toBe(200);
  });

  it('comes bit by bit where the operation has a stream, until its client leaves', async () => {
    let given = 0;
    let ended = false;
    const ticks = operation({
      ...{ about: 'installation', input: {}, effect: 'reads', view: () => [] },
      async run(_, __, { signal }) {
        return (async function* () {
          try {
            for (; !signal.aborted; given++) {
              yield { tick: given };
              await new Promise((resolve) => setTimeout(resolve, 1));
            }
          } finally {
            ended = true;
          }
        })();
      },
    });
    const list = operations as unknown as Record<string, unknown>;
    list.ticks = { group: 'look', summary: 'tick', load: async () => ticks };
    try {
      const headers = { authorization: `Bearer ${server.tokens.view}`, accept: 'text/event-stream' };
      const answer = await fetch(`http://127.0.0.1:${server.port}/v1/ticks`, { headers });
      const reader = answer.body?.getReader();
      const first = new TextDecoder().decode((await reader?.read())?.value);
      expect(first).toMatch(/^data: \{"tick":0\}\n\n/);
      await reader?.cancel();
      await expect.poll(() => ended, { timeout: 10_000 }).toBe(true);
    } finally {
      delete list.ticks;
    }
  });
});

describe('an order', () => {
  it('is entered in the log under the name of the token, whoever the client says that it is', async () => {
    const body = { reason: 'weeds', requestId: 'one' };
    const paused = await server.ask('/v1/jobs/kept/pause', { method: 'POST', body }, 'operate');
    expect(data(paused)).toMatchObject({ requestId: 'one', jobs: [{ job: 'kept', state: 'paused' }] });
    const again = await server.ask('/v1/jobs/kept/pause', { method: 'POST', body }, 'operate');
    expect(data(again)).toMatchObject({ requestId: 'one', repeated: true });
    const { commands } = data(await server.ask('/v1/audit')) as { commands: object[] };
    expect(commands[0]).toMatchObject({ by: 'token the-operate', reason: 'weeds' });
    const forged = await server.ask('/v1/jobs/kept/open', { method: 'POST', body: { by: 'ann' } });
    expect(forged.status).toBe(400);
    expect(data(forged).detail).toBe('by: open knows nothing of it');
    expect((await server.ask('/v1/jobs/*/open', { method: 'POST' })).status).toBe(200);
  });

  it('needs a token that is for it, and to be POST', async () => {
    expect((await server.ask('/v1/jobs/kept/pause', { method: 'POST' }, 'view')).status).toBe(403);
    expect(
      (await server.ask('/v1/remove', { method: 'POST', body: { job: 'kept' } }, 'operate')).status,
    ).toBe(403);
    const read = await server.ask('/v1/jobs/kept/pause');
    expect(read).toMatchObject({ status: 405, headers: { allow: 'POST' } });
    expect(await server.ask('/v1/jobs/kept/status', { method: 'POST' })).toMatchObject({
      status: 405,
      headers: { allow: 'GET' },
    });
  });

  it('waits for nobody who has the data directory: it is left to that process, or refused', async () => {
    const worker = await enterJob(server.directory, 'kept');
    try {
      const body = { url: 'https://herons.example/' };
      const fetched = await server.ask('/v1/jobs/kept/fetch', { method: 'POST', body });
      expect(fetched).toMatchObject({ status: 409, headers: { 'retry-after': '5' } });
      expect(data(fetched)).toMatchObject({ code: 'locked', exit: 1 });
      const block = { scope: { host: 'nobody.example' }, purge: true };
      expect((await server.ask('/v1/block', { method: 'POST', body: block })).status).toBe(200);
    } finally {
      await worker.close();
    }
  });

  it('of an operation that changes something only when told to is a question with GET', async () => {
    expect((await server.ask('/v1/jobs/kept/hubs?top=1', {}, 'view')).status).toBe(200);
    const raised = await server.ask('/v1/jobs/kept/hubs?raise=true', {}, 'view');
    expect(raised.status).toBe(400);
    expect((await server.ask('/v1/jobs/kept/hubs', { method: 'POST', body: {} }, 'view')).status).toBe(403);
  });
});

describe('a problem', () => {
  it.each([
    ['/v1/jobs/kept/records?limit=0', 400, 'usage', 2],
    ['/v1/jobs/kept/records?bogus=1', 400, 'usage', 2],
    ['/v1/jobs/kept/why', 400, 'usage', 2],
    ['/v1/jobs/other/status', 404, 'not-found', 1],
    ['/v1/jobs/..%2f..%2fetc/status', 400, 'usage', 2],
    ['/v1/jobs/kept/record?record=https://herons.example/none', 404, 'not-found', 1],
  ])('of %s is %i with the code and the exit of the command line', async (path, status, code, exit) => {
    const reply = await server.ask(path);
    expect(reply).toMatchObject({ status, headers: { 'content-type': 'application/problem+json' } });
    expect(data(reply)).toMatchObject({ status, code, exit, advice: expect.any(String) });
  });

  it.each([
    '/',
    '/v1',
    '/v1/nothing',
    '/v1/status',
    '/v1/jobs/kept/audit',
    '/v1/jobs/kept/__proto__',
    '/v2/jobs',
  ])('of %s is 404', async (path) => {
    expect((await server.ask(path)).status).toBe(404);
  });

  it('of a field says what it must be, in the words of all faces', async () => {
    const form = await server.ask('/v1/jobs/kept/graph?form=dot');
    expect(data(form)).toMatchObject({ detail: 'form: must be one of rows, csr, graphml' });
    const list = await server.ask('/v1/jobs/kept/examples-add', { method: 'POST', body: { list: [] } });
    expect(data(list)).toMatchObject({ detail: 'list: must be text' });
    const scope = await server.ask('/v1/jobs/kept/pause', {
      method: 'POST',
      body: { scope: 'herons.example' },
    });
    expect(data(scope)).toMatchObject({ detail: 'scope: must be an object' });
  });

  it('of a fault of ours says nothing of it', async () => {
    const list = operations as unknown as Record<string, unknown>;
    const run = async () => {
      throw new Error('secret of line 7');
    };
    const broken = operation({ about: 'installation', input: {}, effect: 'reads', view: () => [], run });
    list.broken = { group: 'look', summary: 'break', load: async () => broken };
    const reply = await server.ask('/v1/broken');
    delete list.broken;
    expect(reply.status).toBe(500);
    expect(reply.text).not.toContain('secret');
    expect(server.faults).toMatchObject([{ message: 'secret of line 7' }]);
  });
});

describe('tokens', () => {
  it('let nobody in who has none, and none that was revoked', async () => {
    const none = await send(server.port, '/v1/jobs');
    expect(none).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } });
    const file = openTokens(`${server.directory}/tokens.json`);
    const text = file.add({ name: 'guest', scope: 'view' });
    const headers = { authorization: `Bearer ${text}` };
    expect((await send(server.port, '/v1/jobs', { headers })).status).toBe(200);
    file.revoke('guest');
    expect((await send(server.port, '/v1/jobs', { headers })).status).toBe(401);
    expect(() => file.revoke('guest')).toThrow('there is no token guest');
  });

  it('for looking have no page fetched', async () => {
    const path = `/v1/jobs/kept/examples-near?url=${encodeURIComponent('http://169.254.169.254/')}`;
    expect((await server.ask(path, {}, 'view')).status).toBe(403);
    expect((await server.ask(path, {}, 'operate')).status).not.toBe(403);
  });

  it('let nobody in by a file that is damaged, and tell nobody where it is', async () => {
    const { readFileSync, writeFileSync } = await import('node:fs');
    const file = `${server.directory}/tokens.json`;
    const before = readFileSync(file);
    writeFileSync(file, '{');
    const reply = await server.ask('/v1/jobs');
    writeFileSync(file, before);
    expect(reply.status).toBe(500);
    expect(reply.text).not.toContain(server.directory);
    expect(server.faults).toContainEqual(expect.objectContaining({ code: 'corrupt' }));
    expect((await server.ask('/v1/jobs')).status).toBe(200);
  });

  it('are refused in an address, which logs keep', async () => {
    for (const name of ['token', 'access_token', 'url']) {
      const reply = await send(server.port, `/v1/jobs?${name}=${server.tokens.destroy}`);
      expect(reply.status).toBe(400);
      expect(reply.text).not.toContain(server.tokens.destroy);
    }
  });

  it('are kept as digests, for the owner of the directory alone', async () => {
    const { readFileSync, statSync } = await import('node:fs');
    const file = `${server.directory}/tokens.json`;
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).not.toContain(server.tokens.view);
    const tokens = openTokens(file);
    expect(() => tokens.add({ name: 'the-view', scope: 'view' })).toThrow('there is a token the-view');
    expect(() => tokens.add({ name: 'two words', scope: 'view' })).toThrow('must be 1 to 80');
  });
});
